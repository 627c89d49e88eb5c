"""What only the host's own process can tell: order of callbacks, folders, outer calls, presence.

Every look into the host is defensive: what is not there is answered in the stricter way.
"""

import os
import sys
import threading

from importlib.util import find_spec

TOOL_HOOK = "pre_tool_call"


def host_module(name):
    """A module of the host that is loaded already; nothing is imported for our sake."""
    return sys.modules.get(name)


def describe_host():
    """How this host behaves, probed and never read from its version text."""
    plugins = host_module("hermes_cli.plugins")
    dispatch = host_module("hermes_cli.plugins_dispatch")
    return {
        "modify": hasattr(plugins, "_dispatch_pre_tool_call_hooks"),
        "timeout_blocks": any(hasattr(m, "_HOOK_TIMEOUT_FAIL_CLOSED_HOOKS") for m in (plugins, dispatch)),
        "block_wins": hasattr(dispatch, "_policy_error_block_directive"),
        "isolation": plugins is not None and find_spec("hermes_cli.plugin_isolation") is not None,
    }


class Layer:
    """Passes the host's events to the native guard of one home, with what the host can add."""

    def __init__(self, native, door, ctx):
        self.native = native
        self.door = door
        self.host = describe_host()
        self.manager = getattr(ctx, "_manager", None)
        self.children = {}
        self.current = threading.local()
        self.guard = native.Guard(door.home, self.auto_answer)

    def registered(self):
        """Runs on the host's own thread once the door is open."""
        self.take_front()

    def take_front(self):
        """Keeps our callback the first of the host's list."""
        hooks = getattr(self.manager, "_hooks", None)
        line = hooks.get(TOOL_HOOK) if isinstance(hooks, dict) else None
        if not isinstance(line, list) or (line and line[0] is self.door.pre_tool_call):
            return
        if self.door.pre_tool_call in line:
            line.remove(self.door.pre_tool_call)
            line.insert(0, self.door.pre_tool_call)

    # Hooks

    def pre_tool_call(self, event):
        self.take_front()
        self.current.event = event
        try:
            return self.guard.pre_tool_call(event, outer_session(event), working_folder(event))
        finally:
            self.current.event = None

    def post_tool_call(self, event):
        self.guard.post_tool_call(event, outer_session(event))

    def pre_llm_call(self, event):
        self.take_front()
        note = self.guard.pre_llm_call(event, working_folder(event))
        return {"context": note} if note else None

    def post_approval_response(self, event):
        self.guard.post_approval_response(event)

    def subagent_start(self, event):
        self.guard.subagent_start(event)

    def on_session_reset(self, event):
        self.guard.on_session_reset(event)

    def on_session_finalize(self, event):
        self.guard.on_session_finalize(event)

    def auto_answer(self, rule_key):
        """Who would answer a question with this key instead of a human; `None`: a human."""
        return None


def outer_session(event):
    """The session of the call that an id-less nested call belongs to, from the host's context."""
    return ""


def working_folder(event):
    """The folder that relative paths of the call start from."""
    return os.getcwd()
