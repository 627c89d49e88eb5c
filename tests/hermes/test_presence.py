"""The ways in which the host answers a question without a human: none of them is a silent yes."""

import pytest
from conftest import GENERATIONS

# A write that nothing in the message speaks of: a question where a human is there.
ASKED = 'directive("write_file", {"path": "b.txt", "content": "x"})'
START = "load()\nfrom tools import approval\n"
HUMAN = {"HERMES_INTERACTIVE": "1"}

YOLO_SESSION = """
try:
    from tools.approval_context import set_current_session_key
except ImportError:
    from tools.approval import set_current_session_key
set_current_session_key("s1")
approval.enable_session_yolo("s1")
"""
# The rule key of a first question, put on the allowlist by hand, does not answer the second.
ALLOWLIST = """
from hermes_cli import plugins
details = plugins._get_pre_tool_call_directive_details("write_file", {"path": "b.txt", "content": "x"}, **ids())
approval.approve_permanent("plugin_rule:" + details.rule_key)
"""
CHILD = """
hook("subagent_start", parent_session_id="s1", parent_turn_id="t1", parent_subagent_id=None,
     child_session_id="k1", child_subagent_id="sa-0-12345678", child_role="leaf", child_goal="write b.txt")
turn("write b.txt", session="k1", platform="subagent")
ids_of = ids
def ids(session="k1", call="c9", task="sa-0-12345678", turn="t1"):
    return ids_of(session, call, task, turn)
"""


class Path:
    """One way to an answer without a human. `chosen`: the user told the host to answer for them,
    which holds under a policy made from their words, unless `strict_yolo` is set."""

    def __init__(self, chosen=False, code="", generations=GENERATIONS, config=None, **environment):
        self.chosen = chosen
        self.code = code
        self.generations = generations
        self.config = config or {}
        self.environment = {**HUMAN, **environment}


def approvals(**settings):
    return {"approvals": settings}


PATHS = {
    "HERMES_YOLO_MODE": Path(chosen=True, HERMES_YOLO_MODE="1"),
    "session yolo": Path(chosen=True, code=YOLO_SESSION),
    # The older generation asks about plugins' questions all the same.
    "approvals off": Path(chosen=True, config=approvals(mode="off"), generations="b"),
    "approvals off as YAML reads it": Path(chosen=True, config=approvals(mode=False), generations="b"),
    "exact allowlist entry": Path(chosen=True, code=ALLOWLIST),
    "subagent auto approve": Path(chosen=True, code=CHILD, config={"delegation": {"subagent_auto_approve": True}}),
    "cron that denies": Path(config=approvals(cron_mode="deny"), HERMES_CRON_SESSION="1", HERMES_INTERACTIVE=""),
    "cron that approves": Path(config=approvals(cron_mode="approve"), HERMES_CRON_SESSION="1", HERMES_INTERACTIVE=""),
    "single query that denies": Path(
        config=approvals(single_query_mode="deny"), code='sys.argv[:] = ["hermes", "chat", "-q", "hello"]',
        HERMES_SINGLE_QUERY_SESSION="1"),
    "single query that approves": Path(
        config=approvals(single_query_mode="approve"), code='sys.argv[:] = ["hermes", "chat", "-q", "hello"]',
        HERMES_SINGLE_QUERY_SESSION="1"),
    "webhook that approves": Path(config=approvals(unattended_mode="approve"), generations="b",
                                  HERMES_SESSION_PLATFORM="webhook", HERMES_INTERACTIVE=""),
    "API server that approves": Path(config=approvals(unattended_mode="allow"), generations="b",
                                     HERMES_SESSION_PLATFORM="api_server", HERMES_INTERACTIVE=""),
    "no terminal and no chat": Path(HERMES_INTERACTIVE=""),
}
BOUNDS = {
    "fallback": "",  # a session that starts with a call: reads only
    "task": 'turn("Summarise a.txt")\n',
    "strict_yolo": 'turn("Summarise a.txt")\n',
}


@pytest.mark.parametrize("bounds", BOUNDS)
@pytest.mark.parametrize("path", PATHS)
def test_no_silent_yes(host, path, bounds):
    way = PATHS[path]
    if host.generation not in way.generations:
        pytest.skip("this generation has no such way")
    host.configure(**way.config)
    if bounds == "strict_yolo":
        host.settings_toml("strict_yolo = true\n")
    [(action, message)] = host.inside(f"{START}{BOUNDS[bounds]}{way.code}\nshow({ASKED[:-1]}, **ids()))",
                                      environment=way.environment)
    expected = "approve" if way.chosen and bounds == "task" else "block"
    assert action == expected, message


@pytest.mark.parametrize("code", ["", 'approval.approve_permanent("plugin_rule:*")\napproval.approve_permanent("plugin_rule:agentsfence")'],
                         ids=["alone", "with a wide allowlist entry"])
def test_a_human_at_the_terminal_is_asked(host, code):
    [(action, message)] = host.inside(f"{START}{code}\nshow({ASKED})", environment=HUMAN)
    assert action == "approve", message
    assert "b.txt" in message


@pytest.mark.parametrize("mode", ["smart", "off"])
def test_modes_that_do_not_answer_for_plugins_leave_the_question_to_the_human(host, mode):
    """No model answers our questions, and the older generation's `off` does not either."""
    if mode == "off" and host.generation == "b":
        pytest.skip("the newer generation's `off` answers; see the paths above")
    host.configure(approvals={"mode": mode})
    [(action, message)] = host.inside(f"{START}show({ASKED})", environment=HUMAN)
    assert action == "approve", message


def test_a_chat_has_a_human(host):
    [(action, message)] = host.inside(f"{START}show({ASKED})", environment={"HERMES_SESSION_PLATFORM": "telegram"})
    assert action == "approve", message


def test_an_always_covers_neither_another_action_nor_a_stricter_task(host):
    """The human says "always" at the host's own prompt."""
    asked, same, other, stricter = host.inside(START + """
from tools.terminal_tool import set_approval_callback
questions = []
def human(*question, **more):
    questions.append(question)
    return "always"
set_approval_callback(human)
turn("Summarise a.txt")
def asks(path, call):
    before = len(questions)
    block("write_file", {"path": path, "content": "x"}, tool_call_id=call)
    return len(questions) > before
show(asks("b.txt", "c1"))
show(asks("b.txt", "c2"))
show(asks("c.txt", "c3"))
turn("Do not delete anything", first=False)
show(asks("b.txt", "c4"))
""", environment=HUMAN)
    assert (asked, same, other, stricter) == (True, False, True, True)


@pytest.mark.parametrize("answer", ["deny", "timeout", "once"])
def test_any_answer_but_a_yes_keeps_the_call_from_running(host, answer):
    """The older generation takes every answer but `deny` for a yes, silence of a front end too."""
    host.configure(approvals={"timeout": 2})
    [ran] = host.inside(START + f"""
import time, types
from tools.terminal_tool import set_approval_callback
from hermes_cli.plugins import get_plugin_manager
def human(*question, **more):
    time.sleep(2 if {answer!r} == "timeout" else 0)
    return {answer!r}
set_approval_callback(human)
args = {{"path": "b.txt", "content": "x"}}
ran = block("write_file", args)
if ran is None:  # what the older generation walks through before the tool; the newer has decided
    if not hasattr(sys.modules["hermes_cli.plugins"], "_dispatch_pre_tool_call_hooks"):
        sys.modules.setdefault("agent.tool_executor", types.ModuleType("agent.tool_executor"))
        execution = list(get_plugin_manager()._middleware["tool_execution"])[-1]
        ran = execution(tool_name="write_file", args=args, next_call=lambda a: None, **ids())
show(ran is None)
""", environment=HUMAN)
    assert ran == (answer == "once")
