"""Broken disks, stores, clocks and processes: no unauthorised tool runs, and Hermes goes on."""

import json
import random
import shutil
import sqlite3
import subprocess
import textwrap
import time
from pathlib import Path

import pytest
from conftest import blocked

HUMAN = {"HERMES_INTERACTIVE": "1"}
CALLS = """
WRITE, READ = ("write_file", {"path": "b.txt", "content": "x"}), ("read_file", {"path": "a.txt"})
MAIL = ("mcp__gmail__send_email", {"to": "ann@example.com", "subject": "hello", "body": "hello"})
"""
START = CALLS + """
load()
turn("Summarise a.txt. Do not write, change or delete any file.")
"""
PROBE = """
show(block(*READ, tool_call_id="r1"))
show(block(*WRITE, tool_call_id="w1"))
"""
ALLOWED = CALLS + 'load()\nturn("Write a summary of a.txt into b.txt")\n'
ONE_MAIL = "Send ann@example.com an email that says hello"


def state(host):
    folder = host.home / "agentsfence"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def doctor(host, check):
    """What doctor says in one check."""
    done = host.agentsfence("doctor", "--json")
    assert done.stdout, done
    found = [c for c in walk(json.loads(done.stdout)) if c.get("id") == check]
    assert found, done.stdout
    return found[0]


def walk(value):
    """Every object in a JSON value."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from walk(each)


# Panics


def test_a_panic_under_a_lock_forgets_no_bounds(host):
    """What the holder left behind is thrown away, and read again from the store."""
    read, write, again = host.inside(START + PROBE + 'show(block(*WRITE, tool_call_id="w2"))',
                                     environment={"AGENTSFENCE_TEST_PANIC": "lock"})
    assert read is None
    assert blocked(write) and blocked(again)


# Stores


def test_a_corrupt_store_is_moved_aside_and_blocks_what_matters(host):
    """An earlier session's bounds are lost: nothing consequential runs in it before its next message."""
    state(host).joinpath("state.db").write_bytes(b"not a database at all " * 500)
    read, write, after = host.inside(CALLS + "load()" + PROBE + """
turn("Write a summary of a.txt into b.txt")
show(block(*WRITE, tool_call_id="w2"))
""")
    assert read is None and after is None
    assert blocked(write) and "damaged" in write
    [aside] = [f for f in state(host).glob("state.db.damaged-*") if not f.name.endswith(("-wal", "-shm"))]
    assert aside.read_bytes().startswith(b"not a database")
    said = doctor(host, "state-database")
    assert said["status"] != "ok" and aside.name in json.dumps(said)
    assert "state_damaged" in (state(host) / "audit.jsonl").read_text()


def test_a_store_that_goes_bad_while_running_blocks_what_matters(host):
    read, write = host.inside(START + """
folder = os.path.join(os.environ["HERMES_HOME"], "agentsfence")
for name in ("state.db", "state.db-wal", "state.db-shm"):
    path = os.path.join(folder, name)
    if os.path.exists(path):
        with open(path, "r+b") as file:
            file.write(b"garbage " * 512)
""" + PROBE)
    assert blocked(write)


HOLDER = """
import sqlite3, sys
other = sqlite3.connect(sys.argv[1], isolation_level=None)
for word in sys.stdin:
    other.execute("BEGIN EXCLUSIVE" if word == "hold\\n" else "ROLLBACK")
    print(word, end="", flush=True)
"""


def test_a_store_that_another_process_locks_is_waited_for(host):
    """Held for a moment, the question comes late; held for longer, it is a block that says so."""
    soon, held, said, read, free = host.inside(CALLS + f"""
import subprocess, threading, time
load()
turn("hello")
database = os.path.join(os.environ["HERMES_HOME"], "agentsfence", "state.db")
other = subprocess.Popen([sys.executable, "-c", {HOLDER!r}, database], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def tell(word):
    other.stdin.write(word + "\\n")
    other.stdin.flush()
    other.stdout.readline()
tell("hold")
freed = threading.Timer(0.3, tell, ("free",))
freed.start()
show(directive(*WRITE, tool_call_id="w1")[0])
freed.join()
tell("hold")
action, message = directive(*WRITE, tool_call_id="w2")
show(action)
show(message)
show(directive(*READ, tool_call_id="r1")[0])
tell("free")
time.sleep(2.1)  # how long a lock that was not freed in time is remembered
show(directive(*WRITE, tool_call_id="w3")[0])
""", environment=HUMAN)
    assert (soon, held, read, free) == ("approve", "block", None, "approve")
    assert "another process holds" in said


# Disks


def own_mount(mount):
    """The prefix that gives a command a mount of its own; skips where the system does not let us."""
    prefix = ["unshare", "-m", "sh", "-c", f'{mount} && exec "$@"', "sh"]
    try:
        allowed = subprocess.run([*prefix[:3], "-c", "mount -t tmpfs -o size=64k none /mnt"], capture_output=True)
    except FileNotFoundError:
        allowed = None
    if allowed is None or allowed.returncode:
        pytest.skip("mounting needs a privileged user on Linux; see the tests beside this one")
    return prefix


def test_a_full_disk_blocks_what_matters(host):
    """A disk that fills up while the process runs."""
    folder = state(host)
    read, write, said, free = host.inside(CALLS + f"""
load()
turn("hello")
show(directive(*READ, tool_call_id="r1")[0])
filler = open({str(folder)!r} + "/filler", "wb", buffering=0)
try:
    while filler.write(b"x" * 512):
        pass
except OSError:
    pass
for number in range(40):
    action, message = directive(*WRITE, tool_call_id=f"w{{number}}")
    if action == "block":
        break
show(action)
show(message)
filler.truncate(0)
import time
time.sleep(2.1)
show(directive(*WRITE, tool_call_id="w99")[0])
""", environment=HUMAN, under=own_mount(f"mount -t tmpfs -o size=1m,mode=700 none '{folder}'"))
    assert (read, write, free) == (None, "block", "approve")
    assert "disk" in said or "space" in said, said


def test_a_file_size_limit_blocks_what_matters(host):
    """Every write fails from the start."""
    read, write = host.inside("""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
manager = load()
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
""" + START.replace("load()\n", "") + PROBE)
    assert blocked(write)


def test_a_log_that_cannot_be_written_blocks_what_matters(host):
    state(host).joinpath("audit.jsonl").symlink_to("/dev/full")
    read, write = host.inside(ALLOWED + PROBE)
    assert blocked(write) and "audit log" in write
    assert read is None


@pytest.mark.parametrize("what", ["agentsfence", "."])
def test_a_read_only_home_blocks_what_matters(host, what):
    """A home that was used before: in one that never was, the host reads no config.yaml at all."""
    host.inside(START)
    folder = (host.home / what).resolve()
    read, write = host.inside(ALLOWED + PROBE, under=own_mount(
        f"mount --bind '{folder}' '{folder}' && mount -o remount,ro,bind '{folder}'"))
    assert read is None
    assert blocked(write)


def test_a_file_in_the_place_of_our_folder_blocks_what_matters(host):
    folder = state(host)
    shutil.rmtree(folder)
    folder.write_text("a file where the folder should be")
    read, write = host.inside(ALLOWED + PROBE)
    assert read is None
    assert blocked(write)


# Settings


@pytest.mark.parametrize("how", ["no TOML", "not text", "a folder", "an unknown word"])
def test_unreadable_settings_block_what_matters(host, how):
    file = state(host) / "config.toml"
    if how == "a folder":
        file.mkdir()
    else:
        file.write_bytes({"no TOML": b"strict_yolo = \nthis is no toml", "not text": b"\xff\xfe\x00",
                          "an unknown word": b'plugin_conflicts = "sometimes"\n'}[how])
    read, write = host.inside(ALLOWED + PROBE)
    assert read is None
    assert blocked(write) and "settings" in write


def test_settings_that_break_while_running_leave_the_last_good_ones(host):
    host.settings_toml("strict_yolo = true\n")
    code = f"""
load()
turn("Summarise a.txt")
with open({str(state(host) / "config.toml")!r}, "w") as file:
    file.write("strict_yolo = ")
turn("go on", first=False)
show(directive("write_file", {{"path": "b.txt", "content": "x"}})[0])
"""
    assert host.inside(code, environment={**HUMAN, "HERMES_YOLO_MODE": "1"}) == ["block"]


# Killed processes


def test_a_killed_process_leaves_its_bounds(host):
    """SIGKILL between a decision and its result; the next process still holds the bounds."""
    process = host.begin(START + "block(*READ, tool_call_id='r1')\nprint('READY', flush=True)\nimport time\ntime.sleep(60)\n")
    process.kill()
    process.wait()
    read, write = host.inside(CALLS + 'load()\nturn("go on", first=False)' + PROBE)
    assert read is None
    assert blocked(write)


def test_what_a_killed_process_used_up_stays_used_up(host):
    """SIGKILL between the decision about the only mail of the task and its result."""
    host.settings_toml("budgets.outbound = 1\n")
    process = host.begin(CALLS + f"""
import time
load()
turn({ONE_MAIL!r})
assert block(*MAIL, tool_call_id="m1") is None
print("READY", flush=True)
time.sleep(60)
""")
    process.kill()
    process.wait()
    second, given_back = host.inside(CALLS + f"""
load()
turn("go on", first=False)
show(directive(*MAIL, tool_call_id="m2")[0])
finished(*MAIL, tool_call_id="m1", status="blocked")
show(directive(*MAIL, tool_call_id="m3")[0])
""", environment=HUMAN)
    assert second in ("block", "approve")
    assert given_back is None


def test_processes_killed_at_any_moment_leave_whole_files(host):
    host.inside(START)
    for round_number in range(4):
        process = host.begin(CALLS + f"""
load()
turn("hello")
print("READY", flush=True)
for number in range(10**6):
    directive(*WRITE, tool_call_id=f"{round_number}-{{number}}")
""")
        time.sleep(random.uniform(0.05, 0.4))
        process.kill()
        process.wait()
    check = sqlite3.connect(state(host) / "state.db").execute("PRAGMA integrity_check").fetchone()
    assert check == ("ok",)
    host.inside(START + PROBE)
    verified = host.agentsfence("audit", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


# Clocks


@pytest.fixture(scope="session")
def clock(tmp_path_factory):
    """A library that lets the code inside set the wall clock: `jump(seconds)`."""
    library = tmp_path_factory.mktemp("clock") / "clock.so"
    compiler = shutil.which("cc") or pytest.skip("there is no C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, Path(__file__).with_name("clock.c"), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), **HUMAN}


def test_a_clock_that_jumps_never_widens_the_bounds(host, clock):
    """What has expired stays so when the clock is set back."""
    host.settings_toml("policy.ttl_hours = 1\n")
    now, later, back, forbidden = host.inside(ALLOWED + """
import ctypes
jump = ctypes.CDLL(None).jump
show(directive(*WRITE, tool_call_id="w1")[0])
jump(2 * 3600)
show(directive(*WRITE, tool_call_id="w2")[0])
jump(-400 * 86400)
show(directive(*WRITE, tool_call_id="w3")[0])
turn("Summarise a.txt. Do not write any file.", session="s2")
jump(800 * 86400)
show(directive(*WRITE, **ids("s2", call="w4"))[0])
""", environment=clock)
    assert now is None
    assert later in ("block", "approve") and back == later
    assert forbidden == "block"


# Many


def test_fifty_threads_are_decided_one_by_one(host):
    wrong, answers = host.inside(START + """
import threading
wrong, answers = [], []
def work(number):
    for turn_number in range(20):
        call = f"c{number}-{turn_number}"
        if block(*READ, tool_call_id=call) is not None:
            wrong.append(("read", call))
        if block(*WRITE, tool_call_id=call + "w") is None:
            wrong.append(("write", call))
        finished(*READ, tool_call_id=call)
        answers.append(1)
threads = [threading.Thread(target=work, args=(number,)) for number in range(50)]
[thread.start() for thread in threads]
[thread.join(60) for thread in threads]
show(wrong[:5])
show(len(answers))
""")
    assert wrong == []
    assert answers == 1000


def test_several_processes_share_one_home(host):
    """A gateway, a terminal and jobs at once: every question is decided, and the log stays whole."""
    code = CALLS + """
load()
turn("hello", session="shared")
turn("Do not write any file.", session=f"own-{os.getpid()}")
print("READY", flush=True)
actions = set()
for number in range(60):
    call = f"{os.getpid()}-{number}"
    actions.add(directive(*WRITE, **ids("shared", call=call))[0])
    actions.add(directive(*WRITE, **ids(f"own-{os.getpid()}", call=call))[0])
    finished(*WRITE, **ids("shared", call=call), status="blocked")
show(sorted(actions))
"""
    host.environment.update(HUMAN)
    processes = [host.begin(code) for _ in range(4)]
    for process in processes:
        shown = [line for line in process.stdout if line.startswith("SHOWN ")]
        assert process.wait() == 0
        assert json.loads(shown[0].removeprefix("SHOWN ")) == [["approve", "block"]]
    verified = host.agentsfence("audit", "verify")
    assert verified.returncode == 0, verified.stdout + verified.stderr


def test_fifty_threads_share_one_budget(host):
    """Only one of many mails at once is within the task's budget."""
    host.settings_toml("budgets.outbound = 1\n")
    allowed, = host.inside(CALLS + f"""
import threading
load()
turn({ONE_MAIL!r})
allowed = []
def work(number):
    if block(*MAIL, tool_call_id=f"m{{number}}") is None:
        allowed.append(number)
threads = [threading.Thread(target=work, args=(number,)) for number in range(50)]
[thread.start() for thread in threads]
[thread.join(60) for thread in threads]
show(len(allowed))
""")
    assert allowed == 1


def test_ten_thousand_sessions_do_not_lose_bounds_or_grow_without_end(host):
    first, last, grown = host.inside(START + """
import resource
def used():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
guard = next(iter(load()._hooks["pre_tool_call"])).__self__.layer
def begin(session):
    guard.pre_llm_call({"session_id": session, "task_id": session, "turn_id": "t", "user_message": "Summarise a.txt. Do not write any file.",
                        "is_first_turn": True, "platform": "cli", "sender_id": ""})
def decide(session):
    return guard.pre_tool_call({"session_id": session, "task_id": session, "tool_call_id": "c", "turn_id": "t",
                                "tool_name": "write_file", "args": {"path": "b.txt", "content": "x"}})
for number in range(2000):
    begin(f"n{number}")
before = used()
for number in range(2000, 10_000):
    begin(f"n{number}")
show((decide("n0") or {}).get("action"))
show((decide("n9999") or {}).get("action"))
show((used() - before) / 1024)
""")
    assert (first, last) == ("block", "block")
    assert grown < 64, f"{grown} MiB"


def test_a_hundred_thousand_calls_of_a_session_do_not_grow(host):
    """Neither memory nor stored state: plain reads write none."""
    host.settings_toml("audit.reads = false\n")
    grown, rows, size, log = host.inside(START + """
import sqlite3
guard = next(iter(load()._hooks["pre_tool_call"])).__self__.layer
folder = os.path.join(os.environ["HERMES_HOME"], "agentsfence")
def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
def stored():
    return sqlite3.connect(os.path.join(folder, "state.db")).execute("SELECT sum(version) FROM session").fetchone()[0]
def size(name):
    return os.path.getsize(os.path.join(folder, name))
def calls(first, last):
    for number in range(first, last):
        event = {"session_id": "s1", "task_id": "s1", "tool_call_id": f"c{number}", "turn_id": "t",
                 "tool_name": "read_file", "args": {"path": f"f{number % 500}.txt"}}
        assert guard.pre_tool_call(event) is None
        guard.post_tool_call({**event, "result": '{"content": "x"}', "status": "ok"})
calls(0, 10_000)
memory, rows, log = used(), stored(), size("audit.jsonl")
calls(10_000, 110_000)
show(used() - memory)
show(stored() - rows)
show(size("state.db") + size("state.db-wal"))
show(size("audit.jsonl") - log)
""")
    assert grown < 4, f"{grown} MiB"
    assert (rows, log) == (0, 0)
    assert size < 4 << 20


# Processes


def test_a_fork_keeps_deciding(host):
    """A forked worker must not hang on what its parent's threads held."""
    code, = host.inside(START + """
import threading, time
stop = []
decide = load()._hooks["pre_tool_call"][0]
def busy():
    while not stop:
        decide(tool_name="read_file", args={"path": "a.txt"}, **ids())
threads = [threading.Thread(target=busy) for _ in range(4)]
[thread.start() for thread in threads]
time.sleep(0.2)
pid = os.fork()
if pid == 0:
    ok = decide(tool_name="write_file", args={"path": "b.txt", "content": "x"}, **ids(call="w"))
    os._exit(0 if ok else 1)
deadline = time.time() + 20
status = None
while time.time() < deadline:
    done, raw = os.waitpid(pid, os.WNOHANG)
    if done:
        status = os.waitstatus_to_exitcode(raw)
        break
    time.sleep(0.05)
else:
    os.kill(pid, 9)
stop.append(1)
[thread.join() for thread in threads]
show(status)
""")
    assert code == 0


def test_the_interpreter_ends_cleanly(host):
    """No panic, hang or crash at exit while threads still decide."""
    started = time.monotonic()
    process = subprocess.run([host.python, "-c", textwrap.dedent("""
        import sys, threading
        sys.path.insert(0, sys.argv[1])
        from inside import *
        load()
        turn("Summarise a.txt")
        def busy():
            while True:
                block("read_file", {"path": "a.txt"})
        for _ in range(4):
            threading.Thread(target=busy, daemon=True).start()
        import time
        time.sleep(0.5)
    """), str(Path(__file__).parent)], capture_output=True, text=True, cwd=host.work, env=host.environment, timeout=60)
    assert process.returncode == 0, process.stderr[-2000:]
    assert "panicked" not in process.stderr
    assert time.monotonic() - started < 40
