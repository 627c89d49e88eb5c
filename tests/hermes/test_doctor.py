"""`agentsfence doctor --live` against real hosts: what it says is what they do."""

import json
import os
import subprocess
import time

import pytest
from conftest import TARGET, TIMEOUT

COMMAND = TARGET / "agentsfence"
OTHER = """
def decide(**event):
    {body}

def register(ctx):
    {register}
    ctx.register_hook("pre_tool_call", decide)
"""


def other(body="return None", register="pass"):
    return OTHER.format(body=body, register=register)


@pytest.fixture
def installed(bare):
    """A profile protected by `agentsfence install`, as the user does it."""
    run(bare, "install", "--yes", "--python", bare.python, code=0)
    bare.settings = json.loads((bare.home / "config.yaml").read_text())
    return bare


def run(host, *arguments, code=None, environment=None):
    process = subprocess.run([COMMAND, *arguments], text=True, capture_output=True, stdin=subprocess.DEVNULL,
                             cwd=host.work, env={**host.environment, **(environment or {})}, timeout=TIMEOUT)
    assert code is None or process.returncode == code, (process.stdout[-3000:], process.stderr[-3000:])
    return process


def live(host, code, environment=None):
    process = run(host, "doctor", "--live", "--json", "--python", host.python, code=code, environment=environment)
    [profile] = json.loads(process.stdout)["profiles"]
    return profile["verdict"], {check["id"]: check for check in profile["checks"]}


def not_holding(checks):
    return {name: check["evidence"] for name, check in checks.items()
            if name.startswith("live-") and check["status"] in ("fail", "unknown")}


def test_a_protected_profile_is_shown_to_be_one(installed):
    started = time.monotonic()
    verdict, checks = live(installed, 0)
    assert (verdict, not_holding(checks)) == ("PROTECTED", {})
    assert time.monotonic() - started < TIMEOUT / 2
    kept = installed.home / "agentsfence" / "certificate.json"
    assert kept.stat().st_mode & 0o777 == 0o600
    certificate = json.loads(kept.read_text())
    assert certificate["host"]["generation"] == installed.generation.upper()
    assert len(certificate["probes"]) >= 15
    assert {line["result"] for line in certificate["probes"]} <= {"holds", "covered_by"}
    # The certificate is evidence from now on, until something changes.
    assert run(installed, "doctor", code=0).stdout.rstrip().endswith("PROTECTED")
    installed.configure(display={"skin": "mono"})
    assert run(installed, "doctor", code=1).stdout.rstrip().endswith("UNVERIFIED")


def test_the_users_home_is_left_alone(installed):
    before = sorted(str(path) for path in installed.user.rglob("*"))
    live(installed, 0)
    after = sorted(str(path) for path in installed.user.rglob("*"))
    assert [path for path in after if path not in before] == [str(installed.home / "agentsfence" / "certificate.json")]


def test_a_profile_whose_plugin_is_not_loaded_is_not_protected(installed):
    installed.configure(plugins={"enabled": []})
    verdict, checks = live(installed, 1)
    assert verdict == "NOT_PROTECTED"
    assert {"live-dispatcher", "live-first-call", "live-hook-order"} <= set(not_holding(checks))


@pytest.mark.parametrize("name", ["aa_other", "zz_other"])
def test_other_plugins_are_in_the_probes_and_in_the_report(installed, name):
    installed.add_plugin(name, other('return {"action": "approve", "message": "fine"}'))
    verdict, checks = live(installed, 0)
    assert not_holding(checks) == {}
    assert name in checks["live-hook-order"]["evidence"]
    assert name in checks["plugin-conflicts"]["evidence"]


@pytest.mark.parametrize("body", ["raise RuntimeError('broken')", "raise SystemExit(3)", "import no_such_module"])
def test_a_broken_plugin_beside_ours_is_a_finding(installed, body):
    installed.add_plugin("zz_broken", other(register=body))
    verdict, checks = live(installed, None)
    assert verdict in ("PROTECTED", "UNVERIFIED", "NOT_PROTECTED")
    assert checks["enabled"]["status"] == "ok"


def test_a_plugin_that_hangs_the_host_is_stopped(installed):
    installed.add_plugin("zz_hanging", other(register="import time; time.sleep(3600)"))
    started = time.monotonic()
    verdict, checks = live(installed, None)
    assert time.monotonic() - started < 60
    if installed.generation == "a":  # newer hosts give up on the plugin
        assert verdict == "UNVERIFIED"
        assert "did not answer" in checks["live-dispatcher"]["evidence"]


def test_nothing_of_the_users_runs_and_nothing_is_sent(installed):
    """A plugin that tries programs, the network and files elsewhere while it loads and decides."""
    mark = installed.user / "mark"
    tries = f"""
    import os, socket, subprocess
    for attempt in (lambda: subprocess.run(["touch", {str(mark)!r}]), lambda: os.system("touch {mark}"),
                    lambda: open({str(mark)!r}, "w"), lambda: os.mkdir({str(mark)!r}),
                    lambda: socket.create_connection(("127.0.0.1", 9), 1)):
        try:
            attempt()
        except PermissionError:
            continue
        except OSError:
            pass
        os.environ["ESCAPED"] = "yes"
    """
    code = "def tries():" + tries.replace("\n", "\n    ").rstrip() + "\n" + other("tries()", "tries()").replace("\n", "\n")
    installed.add_plugin("zz_curious", code)
    installed.configure(hooks={"pre_tool_call": [{"command": f"touch {mark}"}]}, hooks_auto_accept=True)
    live(installed, None)
    assert not mark.exists()


def test_strict_yolo_makes_the_question_a_block(installed):
    run(installed, "config", "set", "strict_yolo", "true", code=0)
    _, checks = live(installed, 0)
    assert checks["live-yolo-question"]["evidence"].startswith("holds")


def test_approvals_of_the_profile_are_in_force(installed):
    installed.configure(approvals={"cron_mode": "approve"})
    _, checks = live(installed, 0)
    assert checks["live-cron"]["evidence"].startswith(("covered by", "holds"))
    assert checks["cron-mode"]["status"] == "warn"


def test_in_a_process_of_its_own(installed):
    """Newer hosts can run plugins apart; then the probes say which of them nobody can tell."""
    if installed.generation == "a":
        pytest.skip("the older generation runs plugins in its own process only")
    installed.configure(plugins={"isolation": "host"})
    verdict, checks = live(installed, None)
    assert verdict != "PROTECTED" or not not_holding(checks)
    assert checks["isolation"]["status"] == "warn"


def test_the_static_doctor_starts_no_host(installed):
    """It is given an interpreter that would tell."""
    mark = installed.user / "started"
    python = installed.user / "python"
    python.write_text(f"#!/bin/sh\ntouch {mark}\n")
    python.chmod(0o700)
    run(installed, "doctor", "--python", python)
    run(installed, "doctor", environment={"PATH": f"{installed.user}{os.pathsep}{installed.environment['PATH']}"})
    assert not mark.exists()
