"""Whatever is wrong with the plugin's files, no tool runs and Hermes goes on."""

import struct

import pytest

READ = """
load()
turn("read a.txt please")
show(block("read_file", {"path": "a.txt"}))
"""


def damage(host, how):
    library = host.plugin / "_native.abi3.so"
    data = library.read_bytes()
    init = host.plugin / "__init__.py"
    if how == "missing":
        library.unlink()
    elif how == "empty":
        library.write_bytes(b"")
    elif how == "truncated":
        library.write_bytes(data[: len(data) // 2])
    elif how == "last bytes missing":
        library.write_bytes(data[:-64])
    elif how == "not a library":
        library.write_text("#!/bin/sh\nexit 0\n" * 10)
    elif how == "other machine":
        machine = 183 if data[18] != 183 else 62  # AArch64, x86-64
        library.write_bytes(data[:18] + struct.pack("<H", machine) + data[20:])
    elif how == "other version":
        init.write_text(init.read_text().replace('VERSION = "', 'VERSION = "9.'))
    elif how == "unreadable":
        library.unlink()
        library.mkdir()
    elif how == "no layer":
        (host.plugin / "_host.py").unlink()
    elif how == "old layer":
        layer = host.plugin / "_host.py"
        layer.write_text(layer.read_text().replace('VERSION = "', 'VERSION = "0.0.'))
    elif how == "broken layer":
        (host.plugin / "_watch.py").write_text("def broken(:\n")
    elif how == "exits":
        (host.plugin / "_watch.py").write_text("raise SystemExit(0)\n")
    elif how == "interrupts":
        (host.plugin / "_watch.py").write_text("raise KeyboardInterrupt\n")
    elif how == "raises late":
        layer = host.plugin / "_host.py"
        layer.write_text(layer.read_text().replace("self.watch.start()", "raise SystemExit(3)", 1))


@pytest.mark.parametrize("how", [
    "missing", "empty", "truncated", "last bytes missing", "not a library", "other machine", "other version",
    "unreadable", "no layer", "old layer", "broken layer", "exits", "interrupts", "raises late"])
def test_damaged_plugin_blocks_everything(host, how):
    damage(host, how)
    [message] = host.inside(READ)
    assert message.startswith("AgentsFence blocked this call: the guard did not load")
    assert "agentsfence doctor" in message
    assert str(host.home) not in message


def test_a_sound_plugin_lets_a_read_run(host):
    assert host.inside(READ) == [None]
    report = host.load_report()
    assert (report["state"], report["blocking"], report["home"]) == ("ready", "", str(host.home))
    assert report["generation"] == host.generation.upper()


def test_a_damaged_plugin_says_so_in_its_load_report(host):
    damage(host, "truncated")
    host.inside(READ)
    report = host.load_report()
    assert report["state"] == "blocking"
    assert "native library is incomplete" in report["blocking"]


def test_a_slow_load_blocks_until_it_is_up(host):
    layer = host.plugin / "_host.py"
    layer.write_text("import time\ntime.sleep(6)\n" + layer.read_text())
    first, later = host.inside("""
        import time
        load()
        turn("read a.txt please")
        show(block("read_file", {"path": "a.txt"}))
        time.sleep(4)
        turn("read a.txt please")
        show(block("read_file", {"path": "a.txt"}))
    """)
    assert first.startswith("AgentsFence blocked this call: it is still loading")
    assert later is None


def test_loading_twice_changes_nothing(host):
    host.add_plugin("zz_other", "def register(ctx): ctx.register_hook('pre_tool_call', lambda **e: None)")
    names, answers, policy = host.inside("""
        load()
        turn("read a.txt; do not delete anything")
        before = block("terminal", {"command": "rm -rf data"})
        manager = load(force=True)
        show([getattr(c, "__qualname__", "") for c in manager._hooks["pre_tool_call"]])
        show([block("read_file", {"path": "a.txt"}), block("terminal", {"command": "rm -rf data"}, call="c2") is not None])
        show(before is not None)
    """.replace('call="c2"', 'tool_call_id="c2"'))
    assert names[0].startswith("Door.")
    assert sum(name.startswith("Door.") for name in names) == 1
    assert answers == [None, True]
    assert policy is True


@pytest.mark.parametrize("hook", ["pre_tool_call", "verify", "recheck"])
def test_a_native_panic_is_a_block(host, hook):
    host.add_plugin("aa_other", """
        def change(**event):
            if "more" in event["args"]:
                return None
            event["args"]["more"] = 1
        def register(ctx):
            ctx.register_hook("pre_tool_call", change)
    """)
    code = READ if hook != "recheck" else """
        load()
        turn("read a.txt please")
        from hermes_cli.plugins import get_plugin_manager
        execution = get_plugin_manager()._middleware["tool_execution"][-1]
        import sys, types
        sys.modules["agent.tool_executor"] = types.ModuleType("agent.tool_executor")
        import json
        show(json.loads(execution(tool_name="read_file", args={"path": "a.txt"}, next_call=lambda a: '"ran"', **ids()))["error"])
    """
    [message] = host.inside(code, environment={"AGENTSFENCE_TEST_PANIC": hook})
    assert "internal error" in message


@pytest.mark.parametrize("hook", ["pre_llm_call", "draft_wanted", "post_tool_call", "subagent_start", "on_session_reset", "on_session_finalize", "post_approval_response"])
def test_a_native_panic_elsewhere_is_harmless(host, hook):
    [alive] = host.inside("""
        load()
        turn("read a.txt please")
        finished("read_file", {"path": "a.txt"})
        hook("subagent_start", parent_session_id="s1", child_session_id="k", child_subagent_id="sa-0-1")
        hook("post_approval_response", pattern_key="plugin_rule:x", choice="once")
        hook("on_session_reset", session_id="s1", platform="cli", reason="new_session")
        hook("on_session_finalize", session_id="s1", platform="cli", reason="shutdown")
        show("alive")
    """, environment={"AGENTSFENCE_TEST_PANIC": hook})
    assert alive == "alive"


def test_the_manifest_and_the_loader_agree_on_the_version(bare):
    from conftest import ROOT

    version = next(line.split('"')[1] for line in (ROOT / "Cargo.toml").read_text().splitlines() if line.startswith("version"))
    source = ROOT / "plugin" / "python" / "agentsfence"
    assert f"version: {version}\n" in (source / "plugin.yaml").read_text()
    for name in ("__init__.py", "_host.py", "_watch.py", "_draft.py"):
        assert f'VERSION = "{version}"\n' in (source / name).read_text()
    assert len((source / "__init__.py").read_text().splitlines()) < 150
