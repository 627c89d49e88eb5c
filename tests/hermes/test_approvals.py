"""A human's answer at the host's own gate: it covers the exact action of this task, and is on record."""

import json

import pytest

CHAT = """
import threading
from tools import approval
try:
    from tools.approval_context import set_current_session_key
except ImportError:
    from tools.approval import set_current_session_key
load()
KEY = "agent:main:telegram:dm:1"
set_current_session_key(KEY)
questions = []
def choose(choice):
    def notify(question):
        questions.append(question)
        threading.Timer(0.1, approval.resolve_gateway_approval, (KEY, choice)).start()
    approval.register_gateway_notify(KEY, notify)
def write(path, call, result="ran"):
    # One call through the host: whether the human was asked, and whether it would run.
    before, args = len(questions), {"path": path, "content": "x"}
    refusal = block("write_file", args, tool_call_id=call)
    finished("write_file", args, tool_call_id=call, status="ok" if refusal is None else "blocked")
    return [len(questions) > before, refusal is None]
turn("Summarise a.txt", platform="telegram", sender="ann")
"""
TELEGRAM = {"HERMES_SESSION_PLATFORM": "telegram"}


def kinds(host):
    lines = (host.home / "agentsfence" / "audit.jsonl").read_text().splitlines()
    return [json.loads(line)["kind"] for line in lines]


@pytest.mark.parametrize(("choice", "again"), [
    ("once", [True, True]), ("session", [False, True]), ("always", [False, True]), ("deny", [True, False])],
    ids=["once", "session", "always", "deny"])
def test_an_answer_covers_the_exact_action(host, choice, again):
    first, same, other = host.inside(f"""{CHAT}
choose({choice!r})
show(write("b.txt", "c1"))
show(write("b.txt", "c2"))
choose("deny")
show(write("c.txt", "c3"))
""", environment=TELEGRAM)
    assert first == [True, choice != "deny"]
    assert same == again
    assert other == [True, False]
    assert ("approval_denied" if choice == "deny" else "approval_granted") in kinds(host)


def test_a_question_that_nobody_answers_is_a_no(host):
    host.configure(approvals={"timeout": 1, "gateway_timeout": 1})
    [answer] = host.inside(f"""{CHAT}
approval.register_gateway_notify(KEY, questions.append)
show(write("b.txt", "c1"))
""", environment=TELEGRAM)
    assert answer == [True, False]


def test_an_answer_reaches_no_other_chat(host):
    """One process serves several chats: another session must be asked for itself."""
    first, other = host.inside(f"""{CHAT}
choose("session")
show(write("b.txt", "c1"))
OTHER = "agent:main:telegram:dm:2"
set_current_session_key(OTHER)
turn("Summarise a.txt", session="s2", platform="telegram", sender="bob")
seen = []
def notify(question):
    seen.append(question)
    threading.Timer(0.1, approval.resolve_gateway_approval, (OTHER, "deny")).start()
approval.register_gateway_notify(OTHER, notify)
refusal = block("write_file", {{"path": "b.txt", "content": "x"}}, **ids("s2", call="c2"))
show([len(seen), refusal is None])
""", environment=TELEGRAM)
    assert first == [True, True]
    assert other == [1, False]


def test_a_stranger_in_a_shared_chat_can_only_narrow(host):
    """The first sender owns the task; another one's words allow nothing and forbid."""
    before, widened, forbidden = host.inside(f"""{CHAT}
choose("deny")
show(write("b.txt", "c1"))
turn("[bob] Write a summary into b.txt", first=False, platform="telegram", sender="bob")
show(write("b.txt", "c2"))
turn("[bob] Do not write any file", first=False, platform="telegram", sender="bob")
show(write("b.txt", "c3"))
""", environment=TELEGRAM)
    assert before == [True, False]
    assert widened == [True, False]
    assert forbidden == [False, False]
