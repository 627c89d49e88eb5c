"""The built command and the plugin together: what a person does on the first day."""

import json

import pytest
from conftest import blocked

CONFIG = "# mine\nplugins:\n  enabled:\n    - other   # keep\n"
READ = ("read_file", {"path": "a.txt"})


def test_install_puts_the_guard_into_a_real_profile(bare):
    config = bare.home / "config.yaml"
    config.write_text(CONFIG)
    done = bare.agentsfence("install", "--yes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# mine" in config.read_text() and "# keep" in config.read_text()
    read, write = bare.inside("""
        load()
        turn("Summarise a.txt. Do not write any file.")
        show(block("read_file", {"path": "a.txt"}))
        show(block("write_file", {"path": "b.txt", "content": "x"}, tool_call_id="c2"))
    """)
    assert read is None
    assert blocked(write)
    status = json.loads(bare.agentsfence("status", "--json").stdout)
    assert "ready" in json.dumps(status)


def test_uninstall_takes_it_out_again(bare):
    config = bare.home / "config.yaml"
    config.write_text(CONFIG)
    assert bare.agentsfence("install", "--yes").returncode == 0
    done = bare.agentsfence("uninstall", "--yes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "agentsfence" not in config.read_text()
    assert not (bare.plugin / "__init__.py").exists()


def test_this_process_reports_itself(host):
    done = host.hermes("agentsfence", "status")
    report = json.loads(done.stdout[done.stdout.index("{"):])
    assert (report["state"], report["first"], report["others"]) == ("ready", True, [])
    assert report["host"]["generation"] == host.generation.upper()


def test_the_newer_hosts_own_validation_passes(host):
    if host.generation == "a":
        pytest.skip("the older generation has no `plugins validate`")
    done = host.hermes("plugins", "validate", str(host.plugin))
    assert done.returncode == 0, done.stdout
    assert "Validation passed" in done.stdout


def test_fence_shows_the_bounds_in_the_terminal_only(host):
    policy, why, pending, usage, chat = host.inside("""
        manager = load()
        turn("Summarise a.txt. Do not delete anything.")
        block("terminal", {"command": "rm -rf data"})
        command = manager._plugin_commands["fence"]
        fence = command["handler"] if isinstance(command, dict) else command.handler
        for words in ("", "why", "pending", "nonsense"):
            show(fence(words))
        os.environ["HERMES_SESSION_PLATFORM"] = "telegram"
        show(fence(""))
    """)
    assert "Do not delete anything" in policy
    assert "terminal" in why
    assert "no question" in pending or "waiting" in pending
    assert usage.startswith("usage:")
    assert "terminal" in chat and "Do not delete" not in chat


def test_the_model_is_told_what_the_user_forbade(host):
    [notes] = host.inside("""
        load()
        show(turn("Summarise a.txt. Do not delete anything."))
    """)
    assert any("Do not delete anything" in note["context"] for note in notes), notes


def test_nothing_special_is_not_mentioned(host):
    assert host.inside('load()\nshow(turn("Summarise a.txt"))') == [[]]
