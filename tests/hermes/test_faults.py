"""Broken disks, stores, clocks and processes: no unauthorised tool runs, and Hermes goes on."""

import os
import shutil
import signal
import sqlite3
import subprocess
import textwrap
import time
from pathlib import Path

import pytest
from conftest import blocked

BOUNDED = "Summarise a.txt. Do not write, change or delete any file."
START = f"load()\nturn({BOUNDED!r})\nWRITE, READ = ('write_file', {{'path': 'b.txt', 'content': 'x'}}), ('read_file', {{'path': 'a.txt'}})\n"
PROBE = """
show(block(*READ, tool_call_id="r1"))
show(block(*WRITE, tool_call_id="w1"))
"""


def state(host):
    folder = host.home / "agentsfence"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder




def test_a_corrupt_store_blocks_what_matters(host):
    state(host).joinpath("state.db").write_bytes(b"not a database at all " * 500)
    read, write = host.inside(START + PROBE)
    assert blocked(write)


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


def test_a_store_locked_by_another_process_blocks_or_waits(host):
    """Another process holds the write lock for some seconds."""
    host.inside(START)
    database = state(host) / "state.db"
    if not database.exists():
        pytest.skip("nothing has been stored yet")
    other = sqlite3.connect(database, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        read, write = host.inside(START + PROBE)
    finally:
        other.execute("ROLLBACK")
        other.close()
    assert blocked(write)


def test_a_full_disk_blocks_what_matters(host):
    """Every write fails after the process started: the file size limit stands for a full disk."""
    read, write = host.inside("""
import resource, signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
manager = load()
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
""" + START.replace("load()\n", "") + PROBE)
    assert blocked(write)


def test_a_read_only_home_blocks_what_matters(host):
    folder = state(host)
    shutil.rmtree(folder)
    folder.write_text("a file where the folder should be")
    read, write = host.inside(START + PROBE)
    assert blocked(write)


def test_unreadable_settings_block_what_matters(host):
    host.settings_toml("strict_yolo = \nthis is no toml")
    read, write = host.inside(START + PROBE)
    assert blocked(write)


def test_a_killed_process_leaves_bounds_and_no_half_state(host):
    """SIGKILL between a decision and its result; the next process still holds the bounds."""
    code = START + "block(*READ, tool_call_id='r1')\nprint('READY', flush=True)\nimport time\ntime.sleep(60)\n"
    process = subprocess.Popen([host.python, Path(__file__).with_name("inside.py")], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, text=True, cwd=host.work, env=host.environment)
    process.stdin.write(textwrap.dedent(code))
    process.stdin.close()
    for line in process.stdout:
        if line.strip() == "READY":
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    read, write = host.inside("load()\n" + START.partition("\n")[2].partition("\n")[2] + """
turn("go on", first=False)
""" + PROBE)
    assert read is None
    assert blocked(write)


@pytest.mark.parametrize("jump", [-400 * 86400, 400 * 86400])
def test_a_clock_that_jumps_never_widens_the_bounds(host, jump):
    library = shutil.which("faketime")
    code = START + f"""
import time
real = time.time
time.time = lambda: real() + {jump}
""" + PROBE
    read, write = host.inside(code)
    assert blocked(write), library


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
    assert first != "none" and last == "block"
    assert first in ("block", "approve")
    assert grown < 200, f"{grown} MiB"


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
