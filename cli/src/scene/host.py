"""A host's own dispatcher with mock tools, for programs that `agentsfence` starts in its interpreter.

Nothing but mock tools ever runs, and they only note that they did. What is reported goes to standard
output, one JSON value a line; whatever the host prints goes to standard error.
"""

import json
import os
import sys

REPORT = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
os.environ["HERMES_INTERACTIVE"] = "1"


def report(value):
    REPORT.write(json.dumps(value) + "\n")
    REPORT.flush()


class Host:
    """The host in this process, with its plugins loaded."""

    def __init__(self):
        import model_tools
        from hermes_cli import plugins
        from tools import terminal_tool
        from tools.registry import registry

        self.dispatch, self.plugins, self.registry = model_tools, plugins, registry
        # Newer hosts rename some tools, and every host handles some in the agent loop itself.
        self.renamed = getattr(model_tools, "_LEGACY_TOOL_ALIASES", {})
        self.in_loop = getattr(model_tools, "_AGENT_LOOP_TOOLS", set())
        self.known = set()
        self.ran = self.asked = self.result = None
        self.answer = "deny"
        terminal_tool.set_approval_callback(self.ask)
        plugins.discover_plugins()

    def ask(self, command, description, **_options):
        """The human at the terminal."""
        self.asked = description
        return self.answer

    def run(self, args, **_options):
        """Every tool."""
        self.ran = dict(args)
        return json.dumps(self.result)

    def mock(self, tool):
        tool = self.renamed.get(tool, tool)
        if tool not in self.known:
            self.known.add(tool)
            schema = {"name": tool, "description": "mock", "parameters": {"type": "object", "properties": {}}}
            self.registry.register(name=tool, toolset="agentsfence-mock", schema=schema, handler=self.run, override=True)
        return tool

    def turn(self, message, session, first=True, platform="cli", **more):
        """The user says something."""
        self.plugins.invoke_hook(
            "pre_llm_call", session_id=session, task_id=session, turn_id=f"{session}:{session}:1",
            user_message=message, conversation_history=[], is_first_turn=first, model="none",
            platform=platform, sender_id="", **more)

    def call(self, tool, args, answer="deny", result=None, **ids):
        """The agent tries a call. Whether it ran is `ran`: with these arguments, or None."""
        tool = self.mock(tool)
        self.ran = self.asked = None
        self.answer, self.result = answer, result
        if tool not in self.in_loop:
            return str(self.dispatch.handle_function_call(tool, args, **ids))
        blocked = self.plugins.resolve_pre_tool_block(tool, args, **ids)
        if blocked is None:
            self.run(args)
        return str(blocked or json.dumps(self.result))
