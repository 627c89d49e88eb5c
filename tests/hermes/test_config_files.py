"""Real Hermes loads the plugin from every spelling of `config.yaml` that the installer has edited.

One process a generation: it imports Hermes once and forks for every home, so that each load is a
fresh one.
"""

import json
import os
import subprocess

import pytest
from conftest import GENERATIONS, TARGET, TIMEOUT

SPELLINGS = {
    "no file": None,
    "empty": "",
    "comment only": "# nothing yet\n",
    "document start": "---\n",
    "document end": "---\nmodel: x\n...\n",
    "no section": "model: x\n",
    "no final newline": "model: x",
    "null section": "model: x\nplugins:\ndisplay:\n  skin: mono\n",
    "written null": "plugins: ~\n",
    "empty mapping": "plugins: {}\n",
    "empty root": "{}\n",
    "null list": "plugins:\n  enabled:\n  disabled:\n    - old\n",
    "written null list": "plugins:\n  enabled: null\n",
    "empty list": "plugins:\n  enabled: []\n",
    "block": "plugins:\n  enabled:\n    - notes\n",
    "not indented": "plugins:\n  enabled:\n  - notes\n",
    "wide": "plugins:\n    enabled:\n        -   notes\n",
    "flow": "plugins: {enabled: [notes], disabled: []}\n",
    "flow lines": "plugins:\n  enabled:\n    [\n      notes,\n      other,\n    ]\n",
    "quoted": "\"plugins\":\n  'enabled':\n    - \"notes\"\n",
    "comments": "# a\nplugins: # b\n  # c\n\n  enabled: # d\n  # e\n\n    - notes # f\n  # g\n",
    "windows": "plugins:\r\n  enabled:\r\n  - notes\r\nmodel: x\r\n",
    "byte order mark": "\ufeffplugins:\n  enabled:\n  - notes\n",
    "alias": "base: &base\n  - notes\nplugins:\n  enabled: *base\n",
    "aliased section": "base: &base {enabled: [notes]}\nplugins: *base\n",
    "merge key": "base: &base\n  enabled:\n    - notes\nplugins:\n  <<: *base\n  disabled: []\n",
    "complex key": "? plugins\n: enabled:\n    - notes\n",
    "tagged": "plugins:\n  enabled: !!seq [notes]\n",
    "odd items": "plugins:\n  enabled: [1, null, notes]\n",
    "disabled": "plugins:\n  disabled: [agentsfence, x]\n  enabled: [notes]\n",
    "block scalar last": "plugins:\n  x: 1\ntext: |+\n  kept\n\n\n",
    "look-alike text": "text: |\n  plugins:\n    enabled:\n      - not-real\n",
}

LOADS = """
import json, os, sys
import hermes_cli.plugins as plugins

def load(home):
    os.environ["HERMES_HOME"] = home
    manager = plugins.PluginManager()
    manager.discover_and_load()
    ours = manager._plugins.get("agentsfence")
    return bool(ours and ours.enabled and not ours.error and manager._hooks.get("pre_tool_call"))

answers = {}
for home in json.load(sys.stdin):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writer, b"1" if load(home) else b"0")
        finally:
            os._exit(0)
    os.close(writer)
    answers[home] = os.read(reader, 1) == b"1"
    os.close(reader)
    os.waitpid(child, 0)
print(json.dumps(answers))
"""


@pytest.mark.parametrize("generation", GENERATIONS)
def test_every_edited_spelling_is_loaded(generation, tmp_path):
    python = os.path.join(os.environ[f"AGENTSFENCE_HERMES_{generation.upper()}"], "bin", "python")
    homes = {}
    for number, (name, text) in enumerate(SPELLINGS.items()):
        home = tmp_path / f"home-{number}" / ".hermes"
        home.mkdir(parents=True)
        if text is not None:
            (home / "config.yaml").write_bytes(text.encode())
        done = subprocess.run(
            [TARGET / "agentsfence", "install", "--yes", "--skip-host-check"],
            env={**os.environ, "HOME": str(home.parent), "HERMES_HOME": str(home)},
            capture_output=True, text=True, timeout=TIMEOUT, check=False,
        )
        assert done.returncode == 0, f"{name}: {done.stderr}"
        homes[str(home)] = name
    environment = {**os.environ, "HOME": str(tmp_path), "HERMES_MANAGED_DIR": str(tmp_path / "none")}
    done = subprocess.run(
        [python, "-c", LOADS], input=json.dumps(list(homes)), env=environment,
        capture_output=True, text=True, timeout=TIMEOUT, check=True,
    )
    answers = json.loads(done.stdout.splitlines()[-1])
    missing = [homes[home] for home, loaded in answers.items() if not loaded]
    assert not missing, f"not loaded from: {missing}\n{done.stderr[-2000:]}"
