"""The only requests that the gateway knows; whatever else is asked for is not there.

A path is compared as it came, undecoded, so that no way of writing one leads elsewhere. The address of the provider is
put together from the settings and this table, never from what the agent sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import parse_qsl, urlencode, urlsplit

from headwater.gateway._settings import Upstream
from headwater.records.wire import Protocol

_MODEL = r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}"
_QUERY = ("alt", "beta")


class Kind(StrEnum):
    """What is asked."""

    GENERATE = "generate"
    COUNT = "count"
    """Count tokens: costs nothing."""
    MODELS = "models"
    ALIVE = "alive"
    """Is anybody there; asked by CLIs before they start."""


@dataclass(frozen=True)
class Endpoint:
    """A request that the gateway knows.

    Attributes:
        path: Below the base URL of the provider.
        model: Where the path names it.
        stream: Where the path says that the answer is streamed.
    """

    kind: Kind
    protocol: Protocol
    path: str
    model: str = ""
    stream: bool = False


_FIXED = {
    ("POST", "/v1/messages"): Endpoint(Kind.GENERATE, Protocol.ANTHROPIC, "/v1/messages"),
    ("POST", "/v1/messages/count_tokens"): Endpoint(Kind.COUNT, Protocol.ANTHROPIC, "/v1/messages/count_tokens"),
    ("POST", "/v1/responses"): Endpoint(Kind.GENERATE, Protocol.RESPONSES, "/responses"),
    ("POST", "/v1/chat/completions"): Endpoint(Kind.GENERATE, Protocol.CHAT, "/chat/completions"),
    ("GET", "/v1beta/models"): Endpoint(Kind.MODELS, Protocol.GEMINI, "/v1beta/models"),
    ("GET", "/"): Endpoint(Kind.ALIVE, Protocol.ANTHROPIC, "/"),
    ("HEAD", "/"): Endpoint(Kind.ALIVE, Protocol.ANTHROPIC, "/"),
}
_GEMINI = re.compile(rf"/(v1|v1beta)/models/({_MODEL}):(generateContent|streamGenerateContent|countTokens)")
_ONE_MODEL = re.compile(rf"/(v1|v1beta)/models/({_MODEL})")


def find_endpoint(method: str, raw_path: str, headers: Mapping[str, str]) -> Endpoint | None:
    """Return what is asked for; None if there is no such thing here."""
    path = raw_path.partition("?")[0]
    if fixed := _FIXED.get((method, path)):
        return fixed
    if method == "POST" and (found := _GEMINI.fullmatch(path)):
        kind = Kind.COUNT if found[3] == "countTokens" else Kind.GENERATE
        return Endpoint(kind, Protocol.GEMINI, path, found[2], found[3] == "streamGenerateContent")
    if method != "GET":
        return None
    found = _ONE_MODEL.fullmatch(path)
    if found and found[1] == "v1beta":
        return Endpoint(Kind.MODELS, Protocol.GEMINI, path, found[2])
    if found or path == "/v1/models":
        rest = f"/models/{found[2]}" if found else "/models"
        model = found[2] if found else ""
        if "anthropic-version" in headers:
            return Endpoint(Kind.MODELS, Protocol.ANTHROPIC, f"/v1{rest}", model)
        return Endpoint(Kind.MODELS, Protocol.CHAT, rest, model)
    return None


def generating(protocol: Protocol, model: str) -> Endpoint:
    """Return the endpoint at which a protocol generates an answer in one piece."""
    if protocol is Protocol.GEMINI:
        return Endpoint(Kind.GENERATE, protocol, f"/v1beta/models/{model}:generateContent", model)
    return next(end for end in _FIXED.values() if end.kind is Kind.GENERATE and end.protocol is protocol)


def address(upstream: Upstream, endpoint: Endpoint, raw_path: str) -> str:
    """Return where to pass a request on to: the provider's base URL, our path, and harmless queries."""
    base = urlsplit(upstream.base_url)
    asked = parse_qsl(raw_path.partition("?")[2])
    query = parse_qsl(base.query) + [(name, value) for name, value in asked if name in _QUERY]
    return base._replace(path=base.path.rstrip("/") + endpoint.path, query=urlencode(query)).geturl()
