"""Fixtures: a throw-away profile of a real Hermes, of each generation.

The tests themselves run anywhere; every Hermes is a process of its own, from the environment that
`tests/run` made (`AGENTSFENCE_HERMES_A` and `AGENTSFENCE_HERMES_B`).
"""

import json
import os
import shutil
import subprocess
import textwrap
from pathlib import Path

import pytest
from model import Model

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / os.environ.get("AGENTSFENCE_PROFILE", "release")
GENERATIONS = ("a", "b")
TIMEOUT = 120


def blocked(text):
    """Whether a text is a block message of ours."""
    return "agentsfence blocked" in (text or "").lower()


class Run:
    """What a `hermes` process printed, and what the model saw."""

    def __init__(self, process, model):
        self.code = process.returncode
        self.out = process.stdout
        self.err = process.stderr
        self.model = model
        self.results = model.tool_results()

    def __repr__(self):
        return f"Run(code={self.code}, results={self.results}, out={self.out[-2000:]!r}, err={self.err[-2000:]!r})"


class Host:
    """One profile of one generation of Hermes."""

    def __init__(self, generation, folder):
        self.generation = generation
        self.venv = Path(os.environ[f"AGENTSFENCE_HERMES_{generation.upper()}"])
        self.python = self.venv / "bin" / "python"
        self.user = folder / "user"
        self.home = self.user / ".hermes"
        self.work = folder / "work"
        self.plugin = self.home / "plugins" / "agentsfence"
        self.environment = {
            "PATH": f"{self.venv / 'bin'}{os.pathsep}{os.environ['PATH']}", "HOME": str(self.user),
            "HERMES_HOME": str(self.home), "TERM": "dumb", "LANG": "C.UTF-8", "NO_COLOR": "1",
            "HERMES_STATE_DB_GUARD_BYPASS": "1",  # the newer host refuses its database below a test runner
        }
        self.chats = 0
        self.settings = {"plugins": {"enabled": ["agentsfence"]}, "security": {"tirith_enabled": False}}
        self.home.mkdir(parents=True)
        self.work.mkdir()
        self.configure()

    def configure(self, **settings):
        """Sets top-level keys of config.yaml; JSON is YAML."""
        for name, value in settings.items():
            if isinstance(value, dict):
                self.settings.setdefault(name, {}).update(value)
            else:
                self.settings[name] = value
        (self.home / "config.yaml").write_text(json.dumps(self.settings, indent=1))

    def install(self):
        """Puts the plugin into the profile."""
        source = ROOT / "plugin" / "python" / "agentsfence"
        self.plugin.mkdir(parents=True, exist_ok=True)
        for file in [*source.glob("*.py"), source / "plugin.yaml"]:
            shutil.copy(file, self.plugin / file.name)
        shutil.copy(TARGET / "libagentsfence_native.so", self.plugin / "_native.abi3.so")

    def add_plugin(self, name, code, hooks=("pre_tool_call",)):
        """Another plugin, enabled; names sort before or after ours to be loaded earlier or later."""
        folder = self.home / "plugins" / name
        folder.mkdir(parents=True)
        (folder / "plugin.yaml").write_text(json.dumps({
            "name": name, "version": "1.0.0", "description": "a test's plugin", "kind": "standalone",
            "provides_hooks": list(hooks)}))
        (folder / "__init__.py").write_text(textwrap.dedent(code))
        self.configure(plugins={"enabled": [*self.settings["plugins"]["enabled"], name]})

    def settings_toml(self, text):
        """The profile's AgentsFence settings."""
        folder = self.home / "agentsfence"
        folder.mkdir(mode=0o700, exist_ok=True)
        (folder / "config.toml").write_text(textwrap.dedent(text))

    def inside(self, code, environment=None, check=True, under=()):
        """Runs code in a process of this Hermes, perhaps under another command; gives the values
        that it showed."""
        process = subprocess.run(
            [*under, self.python, Path(__file__).with_name("inside.py")], input=textwrap.dedent(code), text=True,
            capture_output=True, cwd=self.work, env={**self.environment, **(environment or {})}, timeout=TIMEOUT)
        shown = [line for line in process.stdout.splitlines() if line.startswith("SHOWN ")]
        if check and (process.returncode or not shown):
            raise AssertionError(f"exit {process.returncode}\n{process.stdout[-3000:]}\n{process.stderr[-3000:]}")
        return json.loads(shown[-1].removeprefix("SHOWN ")) if shown else None

    def begin(self, code):
        """Starts code in a process of this Hermes; returns it once it has printed `READY`."""
        process = subprocess.Popen([self.python, Path(__file__).with_name("inside.py")], text=True, cwd=self.work,
                                   env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process.stdin.write(textwrap.dedent(code))
        process.stdin.close()
        assert any(line.strip() == "READY" for line in process.stdout)
        return process

    def agentsfence(self, *arguments):
        """The `agentsfence` command on this profile."""
        return subprocess.run([TARGET / "agentsfence", *arguments], text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, cwd=self.work, env=self.environment, timeout=TIMEOUT)

    def chat(self, message, script, *options, environment=None, command=("chat", "-q"), **model):
        """`hermes chat -q MESSAGE` against a scripted model; `model` says how it reads messages."""
        self.chats += 1
        prefix = "call" if self.chats == 1 else f"call{self.chats}"
        model = Model(script if isinstance(script, dict) else {"": script}, prefix, **model)
        self.configure(model={"default": "scripted", "provider": "custom", "base_url": model.url, "api_key": "none"})
        try:
            process = subprocess.run(
                [self.venv / "bin" / "hermes", *command, message, *options], text=True, capture_output=True,
                stdin=subprocess.DEVNULL, cwd=self.work, env={**self.environment, **(environment or {})},
                timeout=TIMEOUT)
        finally:
            model.close()
        return Run(process, model)

    def hermes(self, *arguments):
        """Any other `hermes` command."""
        return subprocess.run([self.venv / "bin" / "hermes", *arguments], text=True, capture_output=True,
                              stdin=subprocess.DEVNULL, cwd=self.work, env=self.environment, timeout=TIMEOUT)

    def load_report(self):
        return json.loads((self.home / "agentsfence" / "load.json").read_text())


@pytest.fixture(params=GENERATIONS)
def bare(request, tmp_path):
    """A profile without the plugin's files, where they are enabled all the same."""
    return Host(request.param, tmp_path)


@pytest.fixture
def host(bare):
    """A profile with the plugin installed."""
    bare.install()
    return bare


MARKS = {"passed": "✓", "failed": "✗", "error": "✗", "skipped": "-"}


def pytest_terminal_summary(terminalreporter):
    """The table of scenarios: a heading a file, a row a test, a column a generation."""
    files = {}
    for outcome, mark in MARKS.items():
        for report in terminalreporter.stats.get(outcome, []):
            file, scenario, generation = scenario_of(report.nodeid)
            files.setdefault(file, {}).setdefault(scenario, {})[generation] = mark
    terminalreporter.section("generation x scenario")
    for file, scenarios in sorted(files.items()):
        terminalreporter.write_line(f"A  B  {file}")
        for scenario, marks in sorted(scenarios.items()):
            columns = "  ".join(marks.get(generation, marks.get("", " ")) for generation in GENERATIONS)
            terminalreporter.write_line(f"{columns}    {scenario}")
    terminalreporter.write_line("✓ holds   ✗ does not   - this generation has no such thing")


def scenario_of(nodeid):
    """The file, the scenario in words and the generation of a test."""
    path, _, test = nodeid.partition("::")
    name, _, parameters = test.partition("[")
    parameters = parameters.removesuffix("]").split("-")
    generation = next((each for each in parameters if each in GENERATIONS), "")
    case = "-".join(each for each in parameters if each not in GENERATIONS)
    words = " ".join(filter(None, (name.removeprefix("test_").replace("_", " "), case)))
    return Path(path).stem.removeprefix("test_"), words, generation
