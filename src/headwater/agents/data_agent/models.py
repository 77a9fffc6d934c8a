"""Sends requests to a model with one of two protocols: Anthropic Messages or Chat Completions."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any, Protocol

from .tools import AgentTool

_TRIES = 4
_TIMEOUT_SEC = 900
_LONGEST_WAIT_SEC = 20.0
_MAX_OUTPUT = 16_000
_FORGOTTEN = "[the result was dropped to keep the conversation short]"
_KEPT_RESULTS = 6


class ModelError(Exception):
    """The model cannot be reached."""


@dataclass(frozen=True)
class ModelCall:
    """A tool call by the model. ``arguments`` is None if the model did not write a JSON object."""

    id: str
    name: str
    arguments: dict[str, Any] | None


@dataclass(frozen=True)
class CallResult:
    """The result of a tool call."""

    id: str
    text: str
    failed: bool


@dataclass(frozen=True)
class ModelAnswer:
    """An answer from the model. In ``usage``, input includes cached tokens, and output includes reasoning."""

    text: str
    calls: list[ModelCall]
    stop: str
    is_cut: bool
    usage: dict[str, int]


class ModelConversation(Protocol):
    """A conversation with a model."""

    def add_message(self, text: str) -> None:
        """Add a message from the user."""
        ...

    def add_results(self, results: list[CallResult]) -> None:
        """Add the results of the last answer's calls."""
        ...

    def ask(self) -> ModelAnswer:
        """Send the conversation and add the answer to it."""
        ...

    def forget_results(self) -> None:
        """Drop the text of all results except for the newest."""
        ...


def open_model(config: dict[str, Any], tools: list[AgentTool]) -> ModelConversation:
    """Begin a conversation."""
    kind = Messages if config["protocol"] == "anthropic" else Chat
    return kind(config["base_url"], config["key"], config["model"], config["system"], tools)


@dataclass
class Messages:
    """Anthropic Messages, with the conversation so far marked for caching."""

    base_url: str
    key: str
    model: str
    system: str
    tools: list[AgentTool]
    messages: list[dict[str, Any]] = field(default_factory=list)

    def add_message(self, text: str) -> None:
        """See ``ModelConversation``."""
        self.messages.append({"role": "user", "content": [{"type": "text", "text": text}]})

    def add_results(self, results: list[CallResult]) -> None:
        """See ``ModelConversation``."""
        content = [
            {"type": "tool_result", "tool_use_id": result.id, "content": result.text, "is_error": result.failed}
            for result in results
        ]
        self.messages.append({"role": "user", "content": content})

    def ask(self) -> ModelAnswer:
        """See ``ModelConversation``."""
        *before, last = self.messages
        *blocks, newest = last["content"]
        cached_message = {**last, "content": [*blocks, {**newest, "cache_control": {"type": "ephemeral"}}]}
        body = {
            "model": self.model,
            "max_tokens": _MAX_OUTPUT,
            "system": [{"type": "text", "text": self.system}],
            "tools": [{"name": t.name, "description": t.description, "input_schema": t.parameters} for t in self.tools],
            "messages": [*before, cached_message],
        }
        headers = {"x-api-key": self.key, "anthropic-version": "2023-06-01"}
        reply = post(f"{self.base_url}/v1/messages", headers, body)
        self.messages.append({"role": "assistant", "content": reply["content"]})
        calls = [ModelCall(b["id"], b["name"], b["input"]) for b in reply["content"] if b["type"] == "tool_use"]
        text = "".join(block["text"] for block in reply["content"] if block["type"] == "text")
        stop = reply["stop_reason"]
        return ModelAnswer(text, calls, stop, stop == "max_tokens", self._usage(reply["usage"]))

    def _usage(self, usage: dict[str, Any]) -> dict[str, int]:
        cached, written = usage.get("cache_read_input_tokens") or 0, usage.get("cache_creation_input_tokens") or 0
        return {
            "input": usage["input_tokens"] + cached + written,
            "cached": cached,
            "cache_write": written,
            "output": usage["output_tokens"],
        }

    def forget_results(self) -> None:
        """See ``ModelConversation``."""
        for message in self.messages[:-_KEPT_RESULTS]:
            for block in message["content"]:
                if block["type"] == "tool_result":
                    block["content"] = _FORGOTTEN


@dataclass
class Chat:
    """Chat Completions."""

    base_url: str
    key: str
    model: str
    system: str
    tools: list[AgentTool]
    messages: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Start the conversation with the system prompt."""
        self.messages.append({"role": "system", "content": self.system})

    def add_message(self, text: str) -> None:
        """See ``ModelConversation``."""
        self.messages.append({"role": "user", "content": text})

    def add_results(self, results: list[CallResult]) -> None:
        """See ``ModelConversation``."""
        self.messages += [{"role": "tool", "tool_call_id": result.id, "content": result.text} for result in results]

    def ask(self) -> ModelAnswer:
        """See ``ModelConversation``."""
        functions = [{"name": t.name, "description": t.description, "parameters": t.parameters} for t in self.tools]
        body = {
            "model": self.model,
            "messages": self.messages,
            "tools": [{"type": "function", "function": function} for function in functions],
        }
        reply = post(f"{self.base_url}/chat/completions", {"authorization": f"Bearer {self.key}"}, body)
        choice = reply["choices"][0]
        message = choice["message"]
        self.messages.append(message)
        calls = [
            ModelCall(call["id"], call["function"]["name"], _object(call["function"]["arguments"]))
            for call in message.get("tool_calls") or ()
        ]
        stop = choice["finish_reason"]
        usage = reply["usage"]
        counts = {
            "input": usage["prompt_tokens"],
            "cached": (usage.get("prompt_tokens_details") or {}).get("cached_tokens") or 0,
            "output": usage["completion_tokens"],
        }
        return ModelAnswer(message.get("content") or "", calls, stop, stop == "length", counts)

    def forget_results(self) -> None:
        """See ``ModelConversation``."""
        for message in self.messages[:-_KEPT_RESULTS]:
            if message["role"] == "tool":
                message["content"] = _FORGOTTEN


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def post(url: str, headers: dict[str, str], body: dict[str, Any]) -> dict[str, Any]:
    """Send a request, with a few quick retries. The gateway itself retries for longer.

    Raises:
        ModelError: There is no answer, or it is not JSON.
    """
    data = json.dumps(body).encode()
    why = ""
    for number in range(_TRIES):
        request = urllib.request.Request(url, data, {"content-type": "application/json", **headers})  # noqa: S310
        wait = float(2**number)
        try:
            with urllib.request.urlopen(request, timeout=_TIMEOUT_SEC) as response:  # noqa: S310 - our loopback
                reply = json.loads(response.read())
        except urllib.error.HTTPError as error:
            why = f"{error.code}: {error.read(2000).decode(errors='replace')}"
            if error.code not in (408, 409, 429) and error.code < 500:
                break
            wait = min(float(error.headers.get("retry-after") or wait), _LONGEST_WAIT_SEC)
        except (OSError, http.client.HTTPException, ValueError) as error:
            why = f"{type(error).__name__}: {error}"
        else:
            if isinstance(reply, dict):
                return reply
            why = "the answer is no JSON object"
        if number < _TRIES - 1:
            time.sleep(wait)
    raise ModelError(f"the model did not answer: {why}")
