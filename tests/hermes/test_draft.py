"""A model's reading of the message: asked beside the hook, bounded in time, never believed blindly."""

import json

import pytest
from conftest import blocked
from model import Model

WORDS = "Zapisz streszczenie do b.txt"
WRITE = ("write_file", {"path": "b.txt", "content": "streszczenie"})
DRAFT = json.dumps({"prohibitions": [], "grants": [
    {"capability": "file.write", "quote": WORDS, "targets": [{"kind": "path", "value": "b.txt"}]}]})
INVENTED = json.dumps({"prohibitions": [], "grants": [
    {"capability": "file.write", "quote": "write whatever is needed", "targets": []}]})


@pytest.fixture
def chat(host):
    host.settings_toml('compiler.mode = "model"\n')
    return host


def write(host, **model):
    return host.chat(WORDS, [[WRITE], "done"], **model)


def test_what_the_words_hold_may_run(chat):
    run = write(chat, draft=DRAFT)
    assert (chat.work / "b.txt").read_text() == "streszczenie", run
    [request] = run.model.drafts()
    assert WORDS in json.dumps(request, ensure_ascii=False)


def test_what_the_words_do_not_hold_may_not_run(chat):
    run = write(chat, draft=INVENTED)
    assert not (chat.work / "b.txt").exists(), run
    assert run.model.drafts()


@pytest.mark.parametrize("draft", ["", "no JSON", '{"grants": 5}', '{"grants": [' * 50],
                         ids=["empty", "text", "other JSON", "deep JSON"])
def test_an_answer_that_is_no_draft_changes_nothing(chat, draft):
    run = write(chat, draft=draft)
    assert not (chat.work / "b.txt").exists(), run
    assert "done" in run.out


def test_a_slow_model_is_not_waited_for(chat):
    chat.settings_toml('compiler.mode = "model"\ncompiler.timeout = 1\n')
    run = write(chat, draft=DRAFT, draft_seconds=6)
    assert not (chat.work / "b.txt").exists(), run
    assert "done" in run.out


def test_the_hosts_own_limit_is_never_reached(chat):
    """A hook that the host gave up on is left out for a minute, and later messages would be lost."""
    chat.configure(plugins={"hook_callback_timeout": 3})
    run = chat.chat("Zapisz streszczenie. Do not delete anything.", [[WRITE], "done"], draft=DRAFT, draft_seconds=8)
    assert not (chat.work / "b.txt").exists(), run
    if chat.generation == "b":  # the older generation does not bound its hooks
        assert any("the user set bounds" in text for text in run.model.user_texts()), run


def test_local_means_that_no_model_is_asked(host):
    host.settings_toml('compiler.mode = "local"\n')
    run = write(host, draft=DRAFT)
    assert not run.model.drafts()


def test_auto_asks_only_about_words_that_say_too_little(host):
    (host.work / "a.txt").write_text("text\n")
    run = host.chat("Summarise a.txt", ["done"], draft=DRAFT)
    assert not run.model.drafts()


def test_the_newer_host_can_use_another_model_for_this(chat):
    """`auxiliary.agentsfence_draft` in the host's config.yaml."""
    if chat.generation == "a":
        pytest.skip("the older generation uses the session's own model")
    other = Model({}, draft=DRAFT)
    chat.configure(auxiliary={"agentsfence_draft": {
        "provider": "custom", "model": "other", "base_url": other.url, "api_key": "none"}})
    try:
        run = write(chat)
    finally:
        other.close()
    assert (chat.work / "b.txt").exists(), run
    assert other.drafts() and not run.model.drafts()


def test_the_model_is_asked_beside_the_hook_in_its_context(host):
    host.settings_toml('compiler.mode = "model"\n')
    seen, where, bounded = host.inside("""
import contextvars, threading
from agent.plugin_llm import PluginLlm
whose = contextvars.ContextVar("whose", default="nobody")
seen = {}
def complete_structured(self, *, timeout=None, **more):
    seen.update(whose=whose.get(), thread=threading.current_thread().name, timeout=timeout)
    raise RuntimeError("no model here")
PluginLlm.complete_structured = complete_structured
load()
whose.set("this session")
turn("Zapisz streszczenie")
show(seen["whose"])
show(seen["thread"])
show(seen["timeout"])
""")
    assert (seen, where) == ("this session", "agentsfence-draft")
    assert 0 < bounded <= 24


def test_consequential_calls_wait_while_a_model_reads(host):
    host.settings_toml('compiler.mode = "model"\n')
    during, after = host.inside("""
from agent.plugin_llm import PluginLlm
seen = []
def complete_structured(self, **more):
    seen.append(block("write_file", {"path": "b.txt", "content": "x"}))
    raise RuntimeError("no model here")
PluginLlm.complete_structured = complete_structured
load()
turn("Write a summary into b.txt")
show(seen[0])
show(block("write_file", {"path": "b.txt", "content": "x"}, tool_call_id="c2"))
""")
    assert blocked(during)
    assert after is None
