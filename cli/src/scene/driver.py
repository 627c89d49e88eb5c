"""Plays scenes through the host's own dispatcher with mock tools.

Run by `agentsfence` with the host's interpreter and a throw-away HERMES_HOME. Scenes come as JSON
on standard input; one JSON line a step goes to standard output. Mock tools only note that they ran.
"""

import json
import os
import sys


def main() -> int:
    scenes = json.load(sys.stdin)
    # The host prints on standard output; what we report must stand there alone.
    report = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.environ["HERMES_INTERACTIVE"] = "1"

    import model_tools
    from hermes_cli.plugins import discover_plugins, invoke_hook, resolve_pre_tool_block
    from tools import terminal_tool
    from tools.registry import registry

    discover_plugins()
    state = {"ran": False, "asked": None, "answer": "deny", "result": None}

    def answer(command, description, **_options):
        state["asked"] = description
        return state["answer"]

    def mock(args, **_options):
        state["ran"] = True
        return json.dumps(state["result"])

    terminal_tool.set_approval_callback(answer)
    # Newer hosts rename some tools, and every host handles some in the agent loop itself.
    renamed = getattr(model_tools, "_LEGACY_TOOL_ALIASES", {})
    in_loop = getattr(model_tools, "_AGENT_LOOP_TOOLS", set())

    def call(tool, args, **ids):
        if tool not in in_loop:
            return model_tools.handle_function_call(tool, args, **ids)
        blocked = resolve_pre_tool_block(tool, args, **ids)
        if blocked is None:
            state["ran"] = True
        return blocked or json.dumps(state["result"])

    tools = {step["tool"] for scene in scenes for step in scene["steps"]}
    for tool in sorted({renamed.get(tool, tool) for tool in tools}):
        schema = {"name": tool, "description": "mock", "parameters": {"type": "object", "properties": {}}}
        registry.register(name=tool, toolset="agentsfence-mock", schema=schema, handler=mock, override=True)

    for scene in scenes:
        session = "demo-" + scene["id"]
        turn = f"{session}:{session}:1"
        invoke_hook(
            "pre_llm_call", session_id=session, task_id=session, turn_id=turn,
            user_message=scene["request"], conversation_history=[], is_first_turn=True,
            model="none", platform="cli", sender_id="",
        )
        for number, step in enumerate(scene["steps"]):
            state.update(ran=False, asked=None, answer=step.get("answer") or "deny", result=step.get("result"))
            tool = renamed.get(step["tool"], step["tool"])
            returned = call(
                tool, dict(step["args"]), task_id=session, session_id=session,
                tool_call_id=f"{session}-{number}", turn_id=turn,
            )
            line = {"ran": state["ran"], "asked": state["asked"], "returned": str(returned)}
            report.write(json.dumps(line) + "\n")
            report.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
