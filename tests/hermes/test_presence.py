"""Where the host would answer a question without a human, the question is a block."""

import pytest

# A write that nothing in the message speaks of: a question where a human is there.
ASKED = 'directive("write_file", {"path": "b.txt", "content": "x"})'
# A session that starts with a call: the read-only fallback applies, under which a question is
# never answered without a human. Other policies do the same under `strict_yolo`.
START = "load()\nfrom tools import approval\n"


def first(host, code, **environment):
    """The host's directive for a call that needs a question, after `code`."""
    return host.inside(f"{START}{code}\nshow({ASKED})", environment={"HERMES_INTERACTIVE": "1", **environment})[-1]


def test_a_human_at_the_terminal_is_asked(host):
    action, message = first(host, "")
    assert action == "approve", message
    assert "b.txt" in message


def test_yolo_is_no_human(host):
    action, message = first(host, "", HERMES_YOLO_MODE="1")
    assert action == "block", message


YOLO_SESSION = """
try:
    from tools.approval_context import set_current_session_key
except ImportError:
    from tools.approval import set_current_session_key
set_current_session_key("s1")
approval.enable_session_yolo("s1")
"""


def test_session_yolo_is_no_human(host):
    action, message = first(host, YOLO_SESSION)
    assert action == "block", message


def test_yolo_is_no_human_under_strict_yolo(host):
    host.settings_toml("strict_yolo = true\n")
    action, message = first(host, 'turn("Summarise a.txt")', HERMES_YOLO_MODE="1")
    assert action == "block", message


def test_approvals_off_is_no_human_where_the_host_means_it(host):
    host.configure(approvals={"mode": "off"})
    action, _ = first(host, "")
    assert action == ("approve" if host.generation == "a" else "block")


def test_smart_approvals_leave_the_question_to_the_human(host):
    host.configure(approvals={"mode": "smart"})
    assert first(host, "")[0] == "approve"


def test_an_exact_allowlist_entry_is_no_human(host):
    """The rule key of a first question, put on the allowlist by hand, does not answer the second."""
    action, message = first(host, f"""
from hermes_cli import plugins
details = plugins._get_pre_tool_call_directive_details("write_file", {{"path": "b.txt", "content": "x"}}, **ids())
show(details.rule_key)
approval.approve_permanent("plugin_rule:" + details.rule_key)
""")
    assert action == "block", message


def test_a_wide_allowlist_entry_answers_nothing(host):
    assert first(host, 'approval.approve_permanent("plugin_rule:*")\napproval.approve_permanent("plugin_rule:agentsfence")')[0] == "approve"


@pytest.mark.parametrize("mode", ["deny", "approve"])
def test_cron_is_no_human(host, mode):
    host.configure(approvals={"cron_mode": mode})
    action, message = first(host, "", HERMES_CRON_SESSION="1", HERMES_INTERACTIVE="")
    assert action == "block", message


@pytest.mark.parametrize("mode", ["deny", "approve"])
def test_a_single_query_is_no_human(host, mode):
    host.configure(approvals={"single_query_mode": mode})
    code = 'sys.argv[:] = ["hermes", "chat", "-q", "hello"]' if host.generation == "a" else ""
    action, message = first(host, code, HERMES_SINGLE_QUERY_SESSION="1")
    assert action == "block", message


@pytest.mark.parametrize("platform", ["webhook", "api_server"])
def test_an_unattended_platform_is_no_human(host, platform):
    if host.generation == "a":
        pytest.skip("the older generation knows no unattended platforms")
    host.configure(approvals={"unattended_mode": "approve"})
    action, message = first(host, "", HERMES_SESSION_PLATFORM=platform, HERMES_INTERACTIVE="")
    assert action == "block", message


def test_a_chat_has_a_human(host):
    assert first(host, "", HERMES_SESSION_PLATFORM="telegram", HERMES_INTERACTIVE="")[0] == "approve"


def test_no_terminal_and_no_chat_is_no_human(host):
    action, message = first(host, "", HERMES_INTERACTIVE="")
    assert action == "block", message


def test_a_subagents_setting_is_no_human(host):
    host.configure(delegation={"subagent_auto_approve": True})
    code = """
hook("subagent_start", parent_session_id="s1", parent_turn_id="t1", parent_subagent_id=None,
     child_session_id="k1", child_subagent_id="sa-0-12345678", child_role="leaf", child_goal="write b.txt")
turn("write b.txt", session="k1", platform="subagent")
show(directive("write_file", {"path": "b.txt", "content": "x"}, **ids("k1", task="sa-0-12345678")))
"""
    shown = host.inside(START + code, environment={"HERMES_INTERACTIVE": "1"})
    assert shown[-1][0] == "block", shown


def test_an_approval_that_took_as_long_as_the_timeout_is_silence(host):
    """The older generation reports silence as consent where a front end says `timeout`."""
    if host.generation == "b":
        pytest.skip("the newer generation blocks on a timeout itself")
    host.configure(approvals={"timeout": 2})
    code = """
import json, time, types
from hermes_cli.plugins import get_plugin_manager
sys.modules.setdefault("agent.tool_executor", types.ModuleType("agent.tool_executor"))
args = {"path": "b.txt", "content": "x"}
execution = list(get_plugin_manager()._middleware["tool_execution"])[-1]
def run(call):
    return execution(tool_name="write_file", args=args, next_call=lambda a: "ran", **ids(call=call))
show(directive("write_file", args, tool_call_id="quick")[0])
show(run("quick"))
show(directive("write_file", args, tool_call_id="late")[0])
time.sleep(2)
show(run("late"))
"""
    quick, ran, late, blocked = host.inside(START + code, environment={"HERMES_INTERACTIVE": "1"})
    assert (quick, ran, late) == ("approve", "ran", "approve")
    assert "nobody answered" in blocked
