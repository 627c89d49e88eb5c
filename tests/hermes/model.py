"""A scripted model: an OpenAI-compatible server on loopback that answers as it was told.

A script maps a word of the conversation's first user message to a list of turns, so that a parent
and its children each follow their own. A turn is text, or a list of tool calls `(name, arguments)`.
"""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODEL = "scripted"
CONTEXT = 200_000


class Model:
    """Serves one script; `requests` holds every chat request in order of arrival."""

    def __init__(self, script, prefix="call", draft="ok", draft_seconds=0, full_after=None):
        self.prefix = prefix
        self.draft = draft
        self.draft_seconds = draft_seconds
        self.full_after = full_after  # after how many turns the context is nearly full, once
        self.turns = 0
        self.script = {word: list(turns) for word, turns in script.items()}
        self.requests = []
        self._lock = threading.Lock()
        self._calls = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request):
        """The next turn of the conversation that the request belongs to."""
        if is_draft(request):
            time.sleep(self.draft_seconds)
        with self._lock:
            self.requests.append(request)
            if is_draft(request):
                return _message(self.draft)
            if not request.get("tools"):
                return _message("ok")  # titles, summaries
            first = next((m for m in request["messages"] if m["role"] == "user"), {"content": ""})
            turns = next((t for word, t in self.script.items() if word in _text(first)), [])
            turn = turns.pop(0) if turns else "done"
            self.turns += 1
            if isinstance(turn, str):
                return _message(turn)
            calls = []
            for name, arguments in turn:
                self._calls += 1
                text = arguments if isinstance(arguments, str) else json.dumps(arguments)
                calls.append({"id": f"{self.prefix}_{self._calls}", "type": "function",
                              "function": {"name": name, "arguments": text}})
            return {"role": "assistant", "content": None, "tool_calls": calls}

    def tool_results(self):
        """What the model was told about its calls, by call id, over all conversations."""
        results = {}
        for request in self.requests:
            for message in request["messages"]:
                if message["role"] == "tool":
                    results[message["tool_call_id"]] = _text(message)
        return results

    def drafts(self):
        """The requests for a reading of the user's message."""
        return [request for request in self.requests if is_draft(request)]

    def user_texts(self):
        """Every user message that reached the model."""
        return [_text(m) for r in self.requests for m in r["messages"] if m["role"] == "user"]


def is_draft(request):
    """Whether a request asks for a reading of the user's message."""
    return any("owner of an AI agent" in _text(message) for message in request["messages"])


def _message(text):
    return {"role": "assistant", "content": text}


def _text(message):
    content = message.get("content") or ""
    if isinstance(content, list):
        return "\n".join(part.get("text", "") for part in content if isinstance(part, dict))
    return content


def _handler(model):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def do_GET(self):
            self._json({"object": "list", "data": [{
                "id": MODEL, "object": "model", "context_length": CONTEXT, "max_model_len": CONTEXT}]})

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if not self.path.endswith("/chat/completions"):
                self._json({"error": {"message": "unknown"}}, 404)
                return
            message = model.answer(request)
            used = CONTEXT * 95 // 100 if request.get("tools") and model.turns == model.full_after else 10
            if request.get("stream"):
                self._stream(message, used)
            else:
                self._json(_completion("chat.completion", used, message=message, finish_reason=_reason(message)))

        def _json(self, value, status=200):
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def _stream(self, message, used):
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Connection", "close")
            self.end_headers()
            calls = [dict(call, index=i) for i, call in enumerate(message.get("tool_calls", []))]
            delta = {"role": "assistant", "content": message["content"]}
            if calls:
                delta["tool_calls"] = calls
            for part in (_completion("chat.completion.chunk", used, delta=delta, finish_reason=None),
                         _completion("chat.completion.chunk", used, delta={}, finish_reason=_reason(message))):
                self.wfile.write(b"data: " + json.dumps(part).encode() + b"\n\n")
            self.wfile.write(b"data: [DONE]\n\n")
            self.close_connection = True

    return Handler


def _reason(message):
    return "tool_calls" if message.get("tool_calls") else "stop"


def _completion(kind, used, **choice):
    return {"id": "c", "object": kind, "created": 0, "model": MODEL, "choices": [{"index": 0, **choice}],
            "usage": {"prompt_tokens": used, "completion_tokens": 10, "total_tokens": used + 10}}
