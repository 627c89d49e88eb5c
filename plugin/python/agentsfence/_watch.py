"""Keeps the guard first and last among the host's callbacks, and watches what the others change.

The host walks one list of callbacks and hands the same arguments' dict to each. A list of ours
takes its place and is walked in our order: the decision first, every other plugin's callback under
watch, and a last look at the end. Nothing else about the list changes.
"""

import inspect
import json
import logging
import sys
from collections import OrderedDict

VERSION = "0.1.0"
HOOK = "pre_tool_call"
EXECUTION = "tool_execution"
REQUEST = "tool_request"
MIDDLEWARE = (REQUEST, EXECUTION)
REMEMBERED = 1024
log = logging.getLogger("agentsfence")


class Line(list):
    """The host's list of callbacks, except that walking it follows `order`."""

    def __init__(self, callbacks, order):
        super().__init__(callbacks)
        self.order = order

    def __iter__(self):
        return iter(self.order(self[:]))


class Watch:
    """The order of one plugin manager's callbacks, and what others did to the calls in flight."""

    def __init__(self, layer, door, ctx):
        self.layer = layer
        self.ctx = ctx
        self.manager = getattr(ctx, "_manager", None)
        self.ours = {HOOK: door.pre_tool_call, EXECUTION: self.execution}
        self.lines = {}
        self.watched = {}
        self.partials = OrderedDict()
        self.started = self.warned = False

    # Order

    def start(self):
        """Registers what stands innermost around a tool; once, on a thread of the host."""
        if not self.started:
            self.started = True
            self.ctx.register_middleware(EXECUTION, self.ours[EXECUTION])
        self.arrange()

    def arrange(self):
        """Puts our lists where the host's are; called often, and cheap when nothing changed."""
        self.keep("_hooks", HOOK, 0, self.hook_order)
        if self.started:
            self.keep("_middleware", EXECUTION, -1, self.execution_order)

    def keep(self, attribute, name, place, order):
        lists = getattr(self.manager, attribute, None)
        line, ours = lists.get(name) if isinstance(lists, dict) else None, self.ours[name]
        if not isinstance(line, list) or (line is self.lines.get(name) and line and line[place] is ours):
            return
        others = [each for each in line[:] if each is not ours]
        line = Line([ours, *others] if place == 0 else [*others, ours], order)
        lists[name] = self.lines[name] = line

    def hook_order(self, callbacks):
        others = self.foreign(callbacks, HOOK)
        if not others or self.mode() == "warn":
            return [self.ours[HOOK], *others]
        return [self.ours[HOOK], *map(self.under_watch, others), self.last_look]

    def execution_order(self, callbacks):
        return [*self.foreign(callbacks, EXECUTION), self.ours[EXECUTION]]

    def foreign(self, callbacks, name):
        """The callbacks that are neither ours nor those of an earlier load of this plugin."""
        return [each for each in callbacks if each is not self.ours.get(name) and not is_old(each)]

    def is_first(self):
        lists = getattr(self.manager, "_hooks", None)
        line = lists.get(HOOK) if isinstance(lists, dict) else None
        return bool(line) and next(iter(line)) is self.ours[HOOK]

    # Conflicts

    def mode(self):
        """The setting `plugin_conflicts`: warn, verify or strict."""
        return self.layer.guard.plugin_conflicts()

    def others(self):
        """Who else can change or answer calls, by plugin name."""
        hooks, middleware = (getattr(self.manager, name, None) or {} for name in ("_hooks", "_middleware"))
        found = self.foreign(list.__iter__(hooks.get(HOOK, [])), HOOK)
        for kind in MIDDLEWARE:
            found += self.foreign(list.__iter__(middleware.get(kind, [])), kind)
        return sorted({plugin_of(each) for each in found})

    def has_company(self):
        """Whether anyone else may be in the lists; cheap, because it is asked at every call."""
        hooks, middleware = (getattr(self.manager, name, None) or {} for name in ("_hooks", "_middleware"))
        return (len(hooks.get(HOOK, ())) > 1 or len(middleware.get(EXECUTION, ())) > 1 or bool(middleware.get(REQUEST)))

    def refusal(self):
        """The block for every call while another plugin is active, where the user wants that."""
        if not self.has_company():
            return None
        mode = self.mode()
        if mode == "verify" or (mode == "warn" and self.warned):
            return None
        others = ", ".join(f"`{name}`" for name in self.others())
        if not others:
            return None
        if mode == "warn":
            self.warned = True
            log.warning("other plugins can change or answer tool calls: %s", others)
            return None
        return block(f"another plugin can change or answer tool calls: {others}, and `plugin_conflicts` is `strict`. "
                     "hint: ask the user to disable it, or to run `agentsfence config set plugin_conflicts verify`")

    # Watching

    def under_watch(self, callback):
        """The callback, with what it asks the host to change written down."""
        known = self.watched.get(id(callback))
        if known is not None and known[0] is callback:
            return known[1]

        def watched(**event):
            result = self.call(callback, event)
            self.note(event, result)
            return result

        for name in ("__name__", "__qualname__", "__module__"):
            setattr(watched, name, getattr(callback, name, None) or "plugin")
        if len(self.watched) >= REMEMBERED:
            self.watched.clear()
        self.watched[id(callback)] = (callback, watched)
        return watched

    def call(self, callback, event):
        """Calls another plugin as the host would: only the names it takes, coroutines resolved."""
        narrow = getattr(self.manager, "_hook_callback_kwargs", None)
        result = callback(**(narrow(callback, event) if narrow else event))
        resolve = getattr(sys.modules.get("hermes_cli.plugins"), "resolve_plugin_command_result", None)
        return resolve(result) if narrow and resolve and inspect.isawaitable(result) else result

    def note(self, event, result):
        if not (self.layer.host["modify"] and isinstance(result, dict) and result.get("action") == "modify"):
            return
        if isinstance(result.get("args"), dict):
            self.partials.setdefault(key(event), {}).update(result["args"])
            while len(self.partials) > REMEMBERED:
                self.partials.popitem(last=False)

    def forget(self, event):
        """A new decision begins: what was noted about an earlier one no longer counts."""
        if self.partials:
            self.partials.pop(key(event), None)

    def last_look(self, **event):
        """After every other plugin: blocks arguments that are not those that were decided."""
        try:
            partial = self.partials.pop(key(event), None)
            if not partial:
                return self.layer.guard.verify(event)
            return self.layer.recheck({**event, "args": {**event["args"], **partial}})
        except BaseException as error:
            log.error("the last look failed: %s", type(error).__name__)
            return block("an internal error kept its arguments from being checked. hint: see the host's log")

    def execution(self, **event):
        """The innermost middleware: what is about to run must be what was decided."""
        try:
            refusal = self.layer.recheck(event, may_come_first=decides_later())
        except BaseException as error:
            log.error("the check before running failed: %s", type(error).__name__)
            refusal = block("an internal error kept its arguments from being checked. hint: see the host's log")
        if refusal is not None:
            return json.dumps({"error": refusal["message"]})
        return event["next_call"](event.get("args"))


def block(why):
    return {"action": "block", "message": f"AgentsFence blocked this call: {why}"}


def key(event):
    """One walk of the host's list: the same dict of arguments is handed to every callback."""
    return event.get("session_id"), event.get("task_id"), event.get("tool_call_id"), id(event.get("args"))


def is_old(callback):
    """Whether an earlier load of this plugin left the callback behind."""
    owner = getattr(callback, "__self__", None)
    return getattr(owner, "is_agentsfence_door", False) or type(owner).__name__ == "Watch" and hasattr(owner, "last_look")


def plugin_of(callback):
    """The name of the plugin that a callback belongs to, as far as its module tells."""
    module = getattr(callback, "__module__", None) or "unknown"
    if module.startswith("agent.shell_hooks"):
        return "a shell hook"
    return module.removeprefix("hermes_plugins.").partition(".")[0]


def decides_later():
    """On newer hosts an agent's call passes the middleware before `pre_tool_call`, when there is nothing
    to compare yet. Nested calls pass it afterwards, there too."""
    return hasattr(sys.modules.get("agent.tool_executor"), "_dispatch_authorized_once")
