"""Runs inside a Hermes process: short words for what the host does, so that tests stay short.

Tests pass code to `Host.inside`, which runs it after this file and reads back what it `show`s.
"""

import json
import os
import sys

SHOWN = []


def show(value):
    """Hands a JSON value back to the test."""
    SHOWN.append(value)


def load(force=False):
    """Discovers plugins as a starting Hermes does."""
    from hermes_cli.plugins import discover_plugins, get_plugin_manager

    discover_plugins(force=force)
    return get_plugin_manager()


def ids(session="s1", call="c1", task=None, turn="t1"):
    return {"session_id": session, "task_id": session if task is None else task, "tool_call_id": call,
            "turn_id": turn and f"{session}:{session}:{turn}"}


def hook(name, **event):
    from hermes_cli.plugins import invoke_hook

    return invoke_hook(name, **event)


def turn(message, session="s1", first=True, platform="cli", sender="", **more):
    """The user's turn begins: what the plugins add to the model's context."""
    return hook("pre_llm_call", session_id=session, task_id=session, turn_id=f"{session}:{session}:t1",
                user_message=message, conversation_history=[], is_first_turn=first, model="scripted",
                platform=platform, sender_id=sender, **more)


def directive(tool, args, **more):
    """The host's reading of all callbacks: `(action, message)`."""
    from hermes_cli.plugins import get_pre_tool_call_directive

    return get_pre_tool_call_directive(tool, args, **{**ids(), **more})


def block(tool, args, **more):
    """The host's final word before a tool: a block message, or None when it would run."""
    from hermes_cli.plugins import resolve_pre_tool_block

    return resolve_pre_tool_block(tool, args, **{**ids(), **more})


def finished(tool, args, result="{}", status="ok", **more):
    hook("post_tool_call", tool_name=tool, args=args, result=result, duration_ms=1, status=status,
         error_type=None, error_message=None, **{**ids(), **more})


def main():
    code = sys.stdin.read()
    try:
        exec(compile(code, "<test>", "exec"), globals())
    finally:
        print("\nSHOWN " + json.dumps(SHOWN), flush=True)
        sys.stdout.flush()
        os._exit(0) if sys.exc_info()[0] is None else None


if __name__ == "__main__":
    main()
