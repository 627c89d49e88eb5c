"""The door of AgentsFence in Hermes: every tool call is blocked until the native guard is up.

Lockdown first. Whatever goes wrong while loading (a missing, damaged or foreign library, another
version, an exception, a slow disk) leaves the block in place, and `register` never raises.
"""

import importlib.util
import json
import logging
import os
import platform
import struct
import sys
import threading
import time
from pathlib import Path

VERSION = "0.1.0"
LIBRARY = "_native.abi3.so"
LOAD_SECONDS = 4.0  # well inside the host's own limit, after which it would drop the guard
REPAIR = "hint: ask the user to run `agentsfence doctor`; `agentsfence install` repairs the plugin"
OBSERVED = ("post_tool_call", "pre_llm_call", "post_approval_response", "subagent_start",
            "on_session_reset", "on_session_finalize")
log = logging.getLogger("agentsfence")

class Door:
    """Answers `pre_tool_call`: with a block, until a layer that can decide stands behind it."""
    is_agentsfence_door = True

    def __init__(self, home):
        self.home = home
        self.layer = None
        self.why = "it is still loading"
        self.pre_tool_call = self._pre_tool_call  # one object, to be found in the host's list

    def _pre_tool_call(self, **event):
        try:
            layer = self.layer
            return self.block() if layer is None else layer.pre_tool_call(event)
        except BaseException as error:  # an exception here would let the tool run on older hosts
            self.report("pre_tool_call", error)
            return self.block("an internal error kept the call from being decided")

    def observer(self, hook):
        """A callback for a hook that decides nothing: it is harmless whatever happens."""
        def callback(**event):
            try:
                return None if self.layer is None else getattr(self.layer, hook)(event)
            except Exception as error:
                self.report(hook, error)
        callback.__name__ = hook
        return callback

    def block(self, why=None):
        """The host's block directive."""
        return {"action": "block", "message": f"AgentsFence blocked this call: {why or self.why}. {REPAIR}"}

    def report(self, where, error):
        """Logs the kind of an error: its text may quote arguments."""
        try:
            log.error("%s failed: %s", where, type(error).__name__)
        except BaseException:  # a broken log handler must not undo a block
            pass

    def load(self, ctx):
        """Brings the native guard up behind the door. Runs on a thread of its own."""
        try:
            folder = Path(__file__).parent
            check_library(folder / LIBRARY)
            native = load_file(f"{__name__}._native", folder / LIBRARY)
            parts = {name: load_file(f"{__name__}.{name}", folder / f"{name}.py") for name in ("_host", "_watch", "_draft")}
            for name, found in [(LIBRARY, native.__version__), *((f"{n}.py", p.VERSION) for n, p in parts.items())]:
                if found != VERSION:
                    raise ImportError(f"`{name}` is version {found}, the plugin is {VERSION}")
            self.layer = parts["_host"].Layer(native, parts["_watch"], parts["_draft"], self, ctx)
            self.why = ""
        except BaseException as error:
            self.why = f"the guard did not load ({explain(error)})"
            self.report("loading", error)
        write_report(self)

def register(ctx):
    """The host's entry point."""
    door = Door(host_home())
    try:
        ctx.register_hook("pre_tool_call", door.pre_tool_call)
        for hook in OBSERVED:
            ctx.register_hook(hook, door.observer(hook))
        loader = threading.Thread(target=door.load, args=(ctx,), daemon=True)
        loader.start()
        loader.join(LOAD_SECONDS)
        if door.layer is not None:
            door.layer.registered(ctx)
        else:
            log.warning("every tool call is blocked: %s", door.why)
    except BaseException as error:
        door.why, door.layer = f"the guard did not load ({explain(error)})", None
        door.report("register", error)

def host_home():
    """The profile that is loading us: the host says it, else it is where this file was installed."""
    try:
        from hermes_constants import get_hermes_home
        return str(get_hermes_home())
    except BaseException:
        parents = Path(__file__).absolute().parents
        return str(next((p.parent for p in parents if p.name == "plugins"), parents[0]))

def check_library(path):
    """Refuses a cut-off ELF file, which could kill the process when it is mapped."""
    with open(path, "rb") as file:
        head, size = file.read(64), os.fstat(file.fileno()).st_size
    if not sys.platform.startswith("linux"):
        return
    if head[:5] != b"\x7fELF\x02" or len(head) < 64:
        raise ImportError("the native library is damaged")
    order = "<" if head[5] == 1 else ">"
    (sections,), (entry, count) = struct.unpack_from(order + "Q", head, 40), struct.unpack_from(order + "HH", head, 58)
    if not sections or sections + entry * count > size:
        raise ImportError("the native library is incomplete")

def load_file(name, path):
    """Imports the file at `path`, never an older module of the same name."""
    spec = importlib.util.spec_from_file_location(name, path)
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

def explain(error):
    """One line for people, without folders."""
    text = " ".join(str(error).split()).replace(f"{Path(__file__).parent}{os.sep}", "")
    return f"{type(error).__name__}: {text}"[:200]

def write_report(door):
    """Leaves `load.json` for `agentsfence doctor`; best effort, written as a whole."""
    try:
        (folder := Path(door.home) / "agentsfence").mkdir(mode=0o700, exist_ok=True)
        host = door.layer.host if door.layer else {}
        report = {
            "version": VERSION, "state": "ready" if door.layer else "blocking", "blocking": door.why,
            "generation": host.get("generation", ""), "host": host, "home": door.home, "pid": os.getpid(),
            "interpreter": f"{sys.executable} {platform.python_version()}", "at": int(time.time() * 1000),
        }
        draft = folder / f".load-{os.getpid()}-{threading.get_ident()}.json"
        draft.touch(0o600)
        draft.write_text(json.dumps(report), encoding="utf-8")
        os.replace(draft, folder / "load.json")
    except Exception as error:
        door.report("load.json", error)
