"""Defines all endpoints of the gateway.

Paths are compared without decoding, so that no alternative spelling leads to another endpoint. The provider's address
is built from the settings and this table, and never from data that the agent sent.
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


class EndpointKind(StrEnum):
    """The kind of an endpoint."""

    GENERATE = "generate"
    COUNT = "count"
    """Count tokens, free of charge."""
    MODELS = "models"
    ALIVE = "alive"
    """Check whether the server is up, as CLIs do before they start."""


@dataclass(frozen=True)
class Endpoint:
    """An endpoint of the gateway.

    Attributes:
        path: The path relative to the base URL of the provider.
        model: The model, if the path names one.
        stream: Whether the path selects a streamed answer.
    """

    kind: EndpointKind
    protocol: Protocol
    path: str
    model: str = ""
    stream: bool = False


_FIXED = {
    ("POST", "/v1/messages"): Endpoint(EndpointKind.GENERATE, Protocol.ANTHROPIC, "/v1/messages"),
    ("POST", "/v1/messages/count_tokens"): Endpoint(
        EndpointKind.COUNT, Protocol.ANTHROPIC, "/v1/messages/count_tokens"
    ),
    ("POST", "/v1/responses"): Endpoint(EndpointKind.GENERATE, Protocol.RESPONSES, "/responses"),
    ("POST", "/v1/chat/completions"): Endpoint(EndpointKind.GENERATE, Protocol.CHAT, "/chat/completions"),
    ("GET", "/v1beta/models"): Endpoint(EndpointKind.MODELS, Protocol.GEMINI, "/v1beta/models"),
    ("GET", "/"): Endpoint(EndpointKind.ALIVE, Protocol.ANTHROPIC, "/"),
    ("HEAD", "/"): Endpoint(EndpointKind.ALIVE, Protocol.ANTHROPIC, "/"),
}
_GEMINI = re.compile(rf"/(v1|v1beta)/models/({_MODEL}):(generateContent|streamGenerateContent|countTokens)")
_ONE_MODEL = re.compile(rf"/(v1|v1beta)/models/({_MODEL})")


def find_endpoint(method: str, raw_path: str, headers: Mapping[str, str]) -> Endpoint | None:
    """Return the endpoint of a request, or None if there is no such endpoint."""
    path = raw_path.partition("?")[0]
    if fixed := _FIXED.get((method, path)):
        return fixed
    if method == "POST" and (found := _GEMINI.fullmatch(path)):
        kind = EndpointKind.COUNT if found[3] == "countTokens" else EndpointKind.GENERATE
        return Endpoint(kind, Protocol.GEMINI, path, found[2], found[3] == "streamGenerateContent")
    if method != "GET":
        return None
    found = _ONE_MODEL.fullmatch(path)
    if found and found[1] == "v1beta":
        return Endpoint(EndpointKind.MODELS, Protocol.GEMINI, path, found[2])
    if found or path == "/v1/models":
        rest = f"/models/{found[2]}" if found else "/models"
        model = found[2] if found else ""
        # Anthropic and OpenAI list models at the same path, and only clients of Anthropic send this header.
        if "anthropic-version" in headers:
            return Endpoint(EndpointKind.MODELS, Protocol.ANTHROPIC, f"/v1{rest}", model)
        return Endpoint(EndpointKind.MODELS, Protocol.CHAT, rest, model)
    return None


def generating(protocol: Protocol, model: str) -> Endpoint:
    """Return the endpoint at which a protocol generates an answer without streaming."""
    if protocol is Protocol.GEMINI:
        return Endpoint(EndpointKind.GENERATE, protocol, f"/v1beta/models/{model}:generateContent", model)
    return next(end for end in _FIXED.values() if end.kind is EndpointKind.GENERATE and end.protocol is protocol)


def address(upstream: Upstream, endpoint: Endpoint, raw_path: str) -> str:
    """Return the address to which a request is forwarded.

    It consists of the provider's base URL, our path, and the query parameters that are safe to forward.
    """
    base = urlsplit(upstream.base_url)
    parameters = parse_qsl(raw_path.partition("?")[2])
    query = parse_qsl(base.query) + [(name, value) for name, value in parameters if name in _QUERY]
    return base._replace(path=base.path.rstrip("/") + endpoint.path, query=urlencode(query)).geturl()
