"""`agentsfence` over session databases that the hosts' own code wrote."""

import json
import sqlite3
from contextlib import closing

import pytest

WRITE = """
import json, os
from pathlib import Path
from hermes_state import SessionDB

def call(number, tool, **args):
    return {"id": f"c{number}", "call_id": f"c{number}", "type": "function",
            "function": {"name": tool, "arguments": json.dumps(args)}}

database = SessionDB(Path(os.environ["HERMES_HOME"]) / "state.db")
database.create_session("s1", "cli", model="scripted")
database.append_message("s1", "user", [
    {"type": "text", "text": "Read notes.md. Do not delete anything."},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}])
database.append_message("s1", "assistant", "reading", tool_calls=[
    call(1, "read_file", path="notes.md"), call(2, "terminal", command="ls")])
database.append_message("s1", "tool", json.dumps({"content": "x"}), tool_name="read_file", tool_call_id="c1")
database.append_message("s1", "tool", "no JSON", tool_name="terminal", tool_call_id="c2")
database.append_message("s1", "assistant", "", tool_calls=[call(3, "terminal", command="rm notes.md")])
database.create_session("s2", "subagent", model="scripted", parent_session_id="s1")
database.append_message("s2", "user", "Delete everything in /tmp/x")
database.append_message("s2", "assistant", "", tool_calls=[call(4, "terminal", command="rm -rf /tmp/x")])
database.create_session("s3", "cli", model="scripted")
database.append_message("s3", "user", "hello")
database.close()
show(True)
"""


@pytest.fixture
def history(bare):
    """A profile whose history the host itself wrote."""
    bare.inside(WRITE)
    bare.database = bare.home / "state.db"
    return bare


def files(host):
    return {path.name: path.read_bytes() for path in host.home.glob("state.db*")}


def replay(host, *arguments):
    run = host.agentsfence("replay", "--json", *arguments)
    return run.returncode, json.loads(run.stdout), run.stderr


def test_every_call_is_decided_and_nothing_is_written(history):
    before = files(history)
    code, summary, errors = replay(history)
    assert (code, errors) == (0, "")
    assert summary["sessions"] == {
        "s1": {"allowed": 2, "asked": 0, "blocked": 1},
        "s2": {"allowed": 0, "asked": 0, "blocked": 1},
    }, "a child's message is written by a model and grants nothing"
    assert summary["rules"]["prohibition"]["blocked"] == 1, "words in structured content count"
    assert files(history) == before


def test_other_bounds_are_compared(history):
    settings = history.work / "strict.toml"
    settings.write_text(
        "[[rule]]\nid = 'no-notes'\nverdict = 'deny'\nreason = 'private'\ncapability = 'file.read'\n"
        "path = ['**/notes.md']\n"
        "match = [{tool = 'read_file', args = {path = '/a/notes.md'}}]\n"
        "not_match = [{tool = 'read_file', args = {path = '/a/other.md'}}]\n")
    code, summary, _ = replay(history, "--config", str(settings))
    assert code == 0
    assert summary["newly"] == {"allowed": 0, "asked": 0, "blocked": 1}
    assert [change["tool"] for change in summary["changes"]] == ["read_file"]
    code, summary, _ = replay(history, "--preset", "full_trust")
    assert summary["newly"]["allowed"] == 2


def test_a_call_of_a_session_is_explained(history):
    run = history.agentsfence("explain", "--session", "s1", "--call", "3")
    assert run.returncode == 0 and "BLOCK terminal" in run.stdout
    assert "rests on: Do not delete anything" in run.stdout
    run = history.agentsfence("explain", "--session", "s1", "--call", "9")
    assert run.returncode == 2 and "has 3 calls" in run.stderr
    run = history.agentsfence("explain", "--session", "nobody", "--call", "1")
    assert run.returncode == 2 and "no session `nobody`" in run.stderr


def test_a_newer_schema_is_said_and_read(history):
    with closing(sqlite3.connect(history.database)) as database, database:
        database.execute("UPDATE schema_version SET version = 999")
        database.execute("ALTER TABLE messages ADD COLUMN of_the_future TEXT")
    code, summary, errors = replay(history)
    assert code == 0 and summary["calls"]["blocked"] == 2
    assert "has schema 999, newer than any that this version knows" in errors.replace("\n  ", " ")


def test_a_schema_without_what_is_needed_is_refused(history):
    with closing(sqlite3.connect(history.database)) as database, database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute("ALTER TABLE messages RENAME COLUMN tool_calls TO calls_of_tools")
    before = files(history)
    code, document, errors = replay(history)
    assert code == 2 and "no column `tool_calls` in `messages`" in document["error"] and "hint:" in errors
    assert files(history) == before


def test_a_locked_database_is_said(history):
    database = sqlite3.connect(history.database, isolation_level=None)
    database.execute("PRAGMA journal_mode = DELETE")
    database.execute("BEGIN EXCLUSIVE")
    try:
        code, document, errors = replay(history)
    finally:
        database.rollback()
        database.close()
    assert code == 2 and "locked" in document["error"] and "try again when the host is idle" in errors


def test_a_database_that_the_host_is_writing_is_read(history):
    """A host whose SQLite allows it keeps its database in WAL mode, with newest rows beside it."""
    database = sqlite3.connect(history.database, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("UPDATE sessions SET cwd = '/tmp'")
    before = history.database.read_bytes()
    code, summary, _ = replay(history)
    assert code == 0 and summary["calls"]["blocked"] == 2
    assert history.database.read_bytes() == before
    database.close()
    code, summary, _ = replay(history)
    assert code == 0 and summary["calls"]["blocked"] == 2


def test_an_empty_history_is_no_error(bare):
    bare.inside("""
        import os
        from pathlib import Path
        from hermes_state import SessionDB
        SessionDB(Path(os.environ["HERMES_HOME"]) / "state.db").close()
        show(True)
    """)
    code, summary, _ = replay(bare)
    assert code == 0 and summary["calls"] == {"allowed": 0, "asked": 0, "blocked": 0}
    run = bare.agentsfence("report", "-o", "-")
    assert run.returncode == 0 and "<b>0</b>calls" in run.stdout
