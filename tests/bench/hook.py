"""How long the hook takes, from Python to Python: prints figures, judges nothing.

    python tests/bench/hook.py [--library target/release/libagentsfence_native.so] [--reference PYTHON]

What is blocked or asked is flushed to disk before it is answered, so those figures are the disk's;
with `TMPDIR=/dev/shm` they are ours. Needs no Hermes: a stub context collects the callbacks that the plugin registers, and they are
called with the host's keyword arguments. `--reference` names a Python that has the PyPI package
`agentsfence` of another project (0.2.0a7), which is measured in the same way for the ratio.
"""

import argparse
import importlib
import importlib.util
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "plugin" / "python" / "agentsfence"
MESSAGE = "Read README.md, run the tests and summarise what fails. Do not delete anything."
COMPOUND = "cd build && grep -rin error . 2>/dev/null | sort | uniq -c | head -20 && git status --short && ls -la ../src | wc -l"
BUILD = "cd build && make -j4 2>&1 | tee make.log | grep -i error | sort | uniq -c && git status --short && ls -la src"
CASES = {
    "plain tool": ("read_file", {"path": "README.md"}),
    "compound shell command": ("terminal", {"command": COMPOUND}),
    "unresolved, on disk": ("terminal", {"command": BUILD}),
    "blocked, on disk": ("terminal", {"command": "rm -rf src"}),
}
# What the host has loaded long before it loads a plugin.
HOST = ("importlib.util", "inspect", "json", "logging", "platform", "threading", "weakref")


class Context:
    """What a plugin gets to register with."""

    def __init__(self):
        self.hooks = {}

    def register_hook(self, name, callback):
        self.hooks.setdefault(name, []).append(callback)

    def __getattr__(self, name):
        return lambda *_, **__: None


def ids(number):
    return {"task_id": "s1", "session_id": "s1", "tool_call_id": f"c{number}", "turn_id": "s1:s1:t1",
            "api_request_id": "s1:s1:t1:api:1", "middleware_trace": [], "telemetry_schema_version": "hermes.observer.v1"}


def measure(load, calls):
    """The figures of one plugin: `load` imports it and gives its module."""
    context = Context()
    for name in HOST:
        importlib.import_module(name)
    before = peak_memory()
    start, start_cpu = time.perf_counter(), time.process_time()
    load().register(context)
    figures = {"import and register": (time.perf_counter() - start) * 1e3,
               "import cpu": (time.process_time() - start_cpu) * 1e3,
               "memory": peak_memory() - before}
    for callback in context.hooks["pre_llm_call"]:
        start = time.perf_counter()
        callback(user_message=MESSAGE, conversation_history=[], is_first_turn=True, model="m", platform="cli",
                 sender_id="", **ids(0))
        figures["first turn"] = (time.perf_counter() - start) * 1e3
    decide, finish = context.hooks["pre_tool_call"][0], context.hooks["post_tool_call"][0]
    for name, (tool, args) in CASES.items():
        memory = peak_memory()
        figures[name] = times(decide, finish, tool, args, calls)
        figures[name]["memory"] = peak_memory() - memory
        figures[name]["answer"] = (decide(tool_name=tool, args=args, **ids("last")) or {}).get("action", "none")
    return figures


def times(decide, finish, tool, args, count):
    """Microseconds of one callback over many calls, each of which is finished as the host does."""
    taken = []
    for number in range(count):
        event = ids(number)
        start = time.perf_counter_ns()
        answer = decide(tool_name=tool, args=args, **event)
        taken.append((time.perf_counter_ns() - start) / 1e3)
        finish(tool_name=tool, args=args, result="{}", status="blocked" if answer else "ok", duration_ms=1,
               error_type=None, error_message=None, **event)
        if number == 200 and sum(taken) > 200_000:  # a slow plugin: a second of calls is enough
            break
    tenth = len(taken) // 10
    early, late = statistics.median(taken[:tenth]), statistics.median(taken[-tenth:])
    taken.sort()
    return {"p50": taken[len(taken) // 2], "p99": taken[len(taken) * 99 // 100],
            "early": early, "late": late, "calls": len(taken)}


def peak_memory():
    """The most memory that the process ever had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def load_file(folder):
    spec = importlib.util.spec_from_file_location("hermes_plugins_agentsfence", folder / "__init__.py",
                                                  submodule_search_locations=[str(folder)])
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def child(mode, folder, calls):
    """Runs in a process of its own, so that every import is a first one."""
    load = (lambda: load_file(Path(folder))) if mode == "ours" else (lambda: importlib.import_module("agentsfence.plugin"))
    print(json.dumps(measure(load, int(calls))))


def run(python, mode, folder, home, calls):
    environment = {**os.environ, "HERMES_HOME": str(home)}
    process = subprocess.run([python, __file__, "--child", mode, str(folder), str(calls)], capture_output=True, text=True, cwd=home,
                             env=environment)
    if process.returncode:
        sys.exit(f"{mode}: {process.stderr[-2000:]}")
    return json.loads(process.stdout.splitlines()[-1])


def no_op(**_):
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", type=Path, default=ROOT / "target" / "release" / "libagentsfence_native.so")
    parser.add_argument("--reference", help="a Python that has agentsfence 0.2.0a7")
    parser.add_argument("--child", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--calls", type=int, default=20_000, help="how many calls of each kind, all in one session")
    options = parser.parse_args()
    if options.child:
        return child(*options.child)
    with tempfile.TemporaryDirectory() as home:
        plugin = Path(home) / "plugins" / "agentsfence"
        plugin.mkdir(parents=True)
        for file in [*SOURCE.glob("*.py"), SOURCE / "plugin.yaml"]:
            shutil.copy(file, plugin)
        shutil.copy(options.library, plugin / "_native.abi3.so")
        runs = [run(sys.executable, "ours", plugin, home, 200) for _ in range(4)]
        ours = run(sys.executable, "ours", plugin, home, options.calls)
        wall, cpu = (statistics.median(each[key] for each in runs[1:]) for key in ("import and register", "import cpu"))
        print(f"import and register   {wall:8.2f} ms   {cpu:.2f} ms of CPU (first time, compiling: {runs[0]['import cpu']:.2f} ms)")
    print(f"memory                {ours['memory']:8.2f} MiB  added by import and register")
    print(f"first turn            {ours['first turn']:8.2f} ms")
    reference = None
    if options.reference:
        with tempfile.TemporaryDirectory() as home:
            reference = run(options.reference, "reference", "-", home, options.calls)
    baseline = times(no_op, no_op, *CASES["plain tool"], options.calls)
    print(f"{'':24}{'p50 us':>9}{'p99 us':>9}{'x no-op':>9}{'first 10 %':>12}{'last 10 %':>11}{'more MiB':>10}  answer  reference")
    print(f"{'no-op callback':24}{baseline['p50']:9.2f}{baseline['p99']:9.2f}{1:9.1f}")
    for name in CASES:
        figures = ours[name]
        line = (f"{name:24}{figures['p50']:9.2f}{figures['p99']:9.2f}{figures['p50'] / baseline['p50']:9.1f}"
                f"{figures['early']:12.2f}{figures['late']:11.2f}{figures['memory']:10.2f}  {figures['answer']:7}")
        if reference:
            theirs = reference[name]
            line += f" {theirs['p50']:.0f} us ({theirs['p50'] / figures['p50']:.0f}x, {theirs['answer']})"
        print(line)


if __name__ == "__main__":
    main()
