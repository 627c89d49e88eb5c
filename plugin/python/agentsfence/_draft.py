"""A model's reading of the user's message, where the native guard asks for one.

The host's own model is asked on a thread of ours that carries the context of the hook, so that the
host finds the session's profile and credentials. The hook waits for it within what the host grants
its hooks; what comes later comes to nothing. Without an answer the local reading stands.
"""

import contextvars
import inspect
import json
import logging
import sys
import threading
import time

VERSION = "0.1.0"
TASK = "agentsfence_draft"
SHARE = 0.8  # of the host's own limit, so that the host never gives up on us
TOKENS = 2000
log = logging.getLogger("agentsfence")


def takes_task(llm):
    """Whether this host lets a plugin have a model of its own for a task."""
    return "task" in inspect.signature(llm.complete_structured).parameters


def hook_seconds():
    """How long the host waits for a hook; without end on the oldest hosts and where it is told so."""
    resolve = getattr(sys.modules.get("hermes_cli.plugins"), "_resolve_hook_callback_timeout", None)
    seconds = resolve() if resolve else 0
    return seconds if seconds > 0 else float("inf")


class Draft:
    """Asks for readings in one home."""

    def __init__(self, layer, ctx):
        self.layer = layer
        self.ctx = ctx

    def register(self):
        """Offers the user a model of its own for this in `hermes model`, where the host can use one."""
        if takes_task(self.ctx.llm):
            self.ctx.register_auxiliary_task(
                TASK, display_name="AgentsFence", defaults={"timeout": 20},
                description="reads your message where its words alone do not say enough")

    def read(self, session, begun):
        """Asks a model if the guard wants one; `begun` is when the hook began (`time.monotonic`)."""
        guard = self.layer.guard
        wanted = guard.draft_wanted(session)
        if wanted is None:
            return
        answer, failure, request = "", "it could not be asked", json.loads(wanted)
        try:
            answer, failure = self.ask(request, begun)
        finally:
            useless = guard.draft_finished(request["session"], request["revision"], answer, failure)
            if useless:
                log.info("no model helped with the message, its own words stand: %s", useless)

    def ask(self, request, begun):
        """The model's answer and why there is none, one of them empty."""
        seconds = min(request["timeout"], hook_seconds() * SHARE - (time.monotonic() - begun))
        found = {"failure": "the model did not answer in time"}
        if seconds > 0:
            context = contextvars.copy_context()
            thread = threading.Thread(
                target=context.run, args=(self.fetch, request, seconds, found), name="agentsfence-draft", daemon=True)
            thread.start()
            thread.join(seconds)
        answer = found.get("answer")
        return (answer, "") if answer is not None else ("", found["failure"])

    def fetch(self, request, seconds, found):
        try:
            llm = self.ctx.llm
            task = {"task": TASK} if takes_task(llm) else {}
            found["answer"] = llm.complete_structured(
                instructions=request["instructions"], input=[{"type": "text", "text": request["input"]}],
                json_schema=request["schema"], schema_name="agentsfence_draft", temperature=0.0, max_tokens=TOKENS,
                timeout=seconds, purpose="agentsfence.draft", **task).text
        except Exception as error:  # its text may quote the message
            found["failure"] = f"the model call failed with {type(error).__name__}"
