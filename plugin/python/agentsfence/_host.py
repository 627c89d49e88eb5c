"""The layer behind the door: passes the host's events to the native guard, with what only this
process can tell. Every look into the host is defensive: what is not there is the stricter answer.
"""

import json
import logging
import os
import sys
import threading
import time
import weakref
from importlib.util import find_spec
from pathlib import Path

VERSION = "0.1.0"
TERMINALS = (None, "", "cli", "tui", "subagent", "cron")  # everything else is a chat of its own
log = logging.getLogger("agentsfence")


def loaded(name):
    """A module of the host, if it is loaded; nothing is imported for our sake."""
    return sys.modules.get(name)


def describe_host():
    """How this host behaves, probed and never read from its version text."""
    plugins, dispatch = loaded("hermes_cli.plugins"), loaded("hermes_cli.plugins_dispatch")
    bounded = "_HOOK_TIMEOUT_FAIL_CLOSED_HOOKS"
    modify = hasattr(plugins, "_dispatch_pre_tool_call_hooks")
    block_wins = hasattr(dispatch, "_policy_error_block_directive")
    return {
        "generation": "B" if block_wins else "mixed" if modify else "A",
        "modify": modify,
        "timeout_blocks": hasattr(plugins, bounded) or hasattr(dispatch, bounded),
        "block_wins": block_wins,
        "isolation": plugins is not None and find_spec("hermes_cli.plugin_isolation") is not None,
    }


class Layer:
    """One home's events, to the native guard and to the watch over other plugins."""

    def __init__(self, native, watch, draft, door, ctx):
        self.home = door.home
        self.host = describe_host()
        self.current = threading.local()
        self.children = Recent(10_000)
        self.session = ""
        self.serves_chats = False
        self.native = native
        self.guard = native.Guard(door.home, self.auto_answer)
        self.watch = watch.Watch(self, door, ctx)
        self.draft = draft.Draft(self, ctx)
        self.announced = Recent(10_000)
        renew_after_fork(weakref.ref(self))

    def registered(self, ctx):
        """Runs on the host's own thread once the door is open."""
        self.watch.start()
        register_commands(ctx, self)
        try:
            self.draft.register()
        except Exception as error:
            log.error("the auxiliary task was not registered: %s", type(error).__name__)

    def pre_tool_call(self, event):
        self.watch.arrange()
        refusal = self.watch.refusal()
        if refusal is not None:
            return refusal
        self.watch.forget(event)
        return self.deciding(self.guard.pre_tool_call, event)

    def deciding(self, decide, event, *more):
        """Decides with the event at hand, for questions that come back about it."""
        self.current.event = event
        try:
            return decide(event, outer_session(event), working_folder(event), *more)
        finally:
            self.current.event = None

    def post_tool_call(self, event):
        self.watch.arrange()  # also where a plugin threw us out and this call was never put to us
        fault = self.guard.post_tool_call(event, outer_session(event))
        if fault:
            log.error("%s: the session may only read until the user's next message; see `agentsfence audit show`", fault)

    def recheck(self, event, may_come_first=False):
        """The native guard's look at a call that is about to run, or may be decided only after this."""
        return self.deciding(self.guard.recheck, event, answer_timeout(), may_come_first)

    def pre_llm_call(self, event):
        begun = time.monotonic()
        self.watch.start()
        if is_background_review():
            return None  # the host's own prompt, in the user's session
        session = event.get("session_id") or ""
        if session not in self.children:
            self.session = session
            self.serves_chats = self.serves_chats or event.get("platform") not in TERMINALS
        note = self.guard.pre_llm_call(self.with_parent(event, session), working_folder(event))
        self.draft.read(session, begun)
        return {"context": note} if note else None

    def with_parent(self, event, session):
        """Names the session that a conversation goes on from, where the host does not: compressing
        or branching gives it a new id, which its first message under that id does not tell."""
        if session in self.announced or event.get("is_first_turn") or event.get("parent_session_id"):
            self.announced.add(session)
            return event
        self.announced.add(session)
        return {**event, "parent_session_id": parent_session(self.home, session)}

    def post_approval_response(self, event):
        self.guard.post_approval_response(event)

    def subagent_start(self, event):
        for key in ("child_session_id", "child_subagent_id"):
            if event.get(key):
                self.children.add(event[key])
        self.guard.subagent_start(event)

    def on_session_reset(self, event):
        self.guard.on_session_reset(event)

    def on_session_finalize(self, event):
        self.guard.on_session_finalize(event)

    def auto_answer(self, rule_key):
        """Who would answer a question with this key instead of a human; `None`: a human."""
        event = getattr(self.current, "event", None) or {}
        child = event.get("session_id") in self.children or event.get("task_id") in self.children
        try:
            return who_answers(f"plugin_rule:{rule_key}", child)
        except Exception as error:
            log.error("presence could not be told: %s", type(error).__name__)
            return "non_interactive"


def renew_after_fork(layer):
    """Gives a forked child a guard of its own: the parent's threads may hold the locks of this one."""

    def settle():
        if layer() is not None:
            layer().guard.prepare()

    def renew():
        if layer() is not None:
            layer().guard = layer().native.Guard(layer().home, layer().auto_answer)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=settle, after_in_child=renew)


class Recent(dict):
    """The last so many of the values that were added."""

    def __init__(self, most):
        super().__init__()
        self.most = most

    def add(self, value):
        while len(self) >= self.most:
            self.pop(next(iter(self)), None)
        self[value] = True


def who_answers(pattern_key, child):
    """Follows the host's approval gate up to the point where a human would see the question."""
    from tools import approval

    if approval._YOLO_MODE_FROZEN or approval.is_current_session_yolo_enabled():
        return "yolo"
    if hasattr(approval, "_presence") and approval.is_approval_bypass_active():
        return "approvals_off"  # the older host asks about plugins' questions all the same
    if approval.is_approved(approval.get_current_session_key(), pattern_key):
        return "allowlist"
    if hasattr(approval, "_presence"):
        _, terminal, gateway, ask = approval._presence(None)
        context = next((c.name for c in approval._unattended_contexts()), None)
    else:
        terminal, gateway = approval._is_interactive_cli(), approval._is_gateway_approval_context()
        ask, context = False, "cron" if approval.env_var_enabled("HERMES_CRON_SESSION") else None
        if terminal and not gateway and is_single_query(sys.argv):
            return "single_query"
    if not (terminal or gateway or ask):
        return context or "non_interactive"
    # Children of a terminal session are answered by a setting; those of a chat reach the chat.
    return "subagent" if child and not gateway else None


def is_single_query(argv):
    """Whether the older host was started for one query, where nobody sees its prompt."""
    return any(word in ("-q", "--query", "-z") or word.startswith("--query=") for word in argv[1:])


def is_background_review():
    """Whether the host reviews a conversation by itself, as older hosts do under the user's session."""
    origin = getattr(loaded("tools.skill_provenance"), "get_current_write_origin", None)
    return origin is not None and origin() == "background_review"


def parent_session(home, session):
    """The session that the host's own records name as the parent; empty when they name none."""
    import sqlite3  # rarely needed, and slow to import

    try:
        records = sqlite3.connect(f"{Path(home, 'state.db').as_uri()}?mode=ro", uri=True, timeout=1)
        try:
            row = records.execute("SELECT parent_session_id FROM sessions WHERE id = ?", (session,)).fetchone()
        finally:
            records.close()
    except sqlite3.Error:
        return ""
    return row[0] if row and isinstance(row[0], str) else ""


def outer_session(event):
    """The session of the call that an id-less nested call belongs to, from the host's context."""
    if event.get("session_id"):
        return ""
    context = loaded("tools.approval_context") or loaded("tools.approval")
    session = context_value(context, "_approval_session_id")
    if session:
        return session
    # `{session}:{task}:{8 hex}`
    head, _, _ = context_value(context, "_approval_turn_id").rpartition(":")
    task = event.get("task_id") or ""
    suffix = f":{task}"
    return head[: -len(suffix)] if task and head.endswith(suffix) else head.partition(":")[0]


def context_value(module, name):
    """A text context variable of the host; empty when there is none."""
    variable = getattr(module, name, None)
    value = variable.get("") if variable is not None else ""
    return value if isinstance(value, str) else ""


def working_folder(event):
    """The folder that the tool will resolve relative paths against, as the host's tools do."""
    terminal = loaded("tools.terminal_tool")
    recorded = None
    if terminal is not None and hasattr(terminal, "get_session_cwd"):
        recorded = terminal.get_session_cwd(event.get("task_id") or event.get("session_id"))
    if recorded:
        return recorded
    configured = os.environ.get("TERMINAL_CWD", "")
    if os.path.isabs(configured):
        return configured
    try:
        return os.getcwd()
    except OSError:  # the folder was deleted under the process
        return None


def answer_timeout():
    """After how many seconds the older host goes on without an answer; `None` where it blocks."""
    approval = loaded("tools.approval")
    if approval is None or hasattr(approval, "_presence"):
        return None
    return max(float(approval._get_approval_timeout()) - 0.5, 1.0)


def register_commands(ctx, layer):
    """`/fence` in the chat and `hermes agentsfence status` in the shell; neither decides anything."""
    try:
        ctx.register_command("fence", lambda words: fence_command(layer, words),
                             description="Show what AgentsFence allows in this task", args_hint="policy|why|audit|pending")
        ctx.register_cli_command("agentsfence", "What AgentsFence does in this process", status_arguments,
                                 lambda args: print(json.dumps(status(layer), indent=2)))
    except Exception as error:
        log.error("commands were not registered: %s", type(error).__name__)


def status_arguments(parser):
    parser.add_argument("action", nargs="?", choices=["status"], default="status")


def status(layer):
    """This very process, as JSON."""
    return {
        "version": VERSION,
        "home": layer.home,
        "state": "ready",
        "host": layer.host,
        "python": sys.version.split()[0],
        "pid": os.getpid(),
        "plugin_conflicts": layer.watch.mode(),
        "first": layer.watch.is_first(),
        "others": layer.watch.others(),
        "guard": json.loads(layer.guard.status()),
    }


def is_in_a_chat():
    """Whether this process answers people on a platform; yes where the host does not say."""
    try:
        from tools import approval

        return bool(approval._is_gateway_approval_context())
    except Exception:
        return True


def fence_command(layer, words):
    """Answers `/fence`; refuses where one process serves several chats, which it cannot tell apart."""
    if layer.serves_chats or is_in_a_chat():
        return "/fence is for the terminal: this process serves several chats and cannot tell whose policy to show"
    return layer.guard.report(layer.session, words.strip() or "policy")
