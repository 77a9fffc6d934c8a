"""Gateways for tests: real processes, reached over real sockets."""

from __future__ import annotations

import asyncio
import json
import secrets
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from aiohttp import web

from headwater.gateway import (
    Auth,
    Cassette,
    CassetteCall,
    Exchange,
    Forward,
    Gateway,
    GatewayOutcome,
    GatewaySettings,
    Protocol,
    Replay,
    RetryPolicy,
    Turn,
    Upstream,
    Usage,
    open_gateway,
    read_outcome,
    read_wire_log,
)
from headwater.gateway.protocols._base import PROBE
from headwater.sandbox import hand_over

USAGE = Usage(input=1200, cached=300, cache_write=200, output=80, reasoning=30)
PROVIDERS = {
    Protocol.ANTHROPIC: "anthropic",
    Protocol.RESPONSES: "openai",
    Protocol.CHAT: "openai",
    Protocol.GEMINI: "google",
}
MODELS = {
    Protocol.ANTHROPIC: "claude-sonnet-4-6",
    Protocol.RESPONSES: "gpt-5.5",
    Protocol.CHAT: "gpt-5.5",
    Protocol.GEMINI: "gemini-2.5-pro",
}


@dataclass
class Running:
    """A gateway that listens on a port of this machine."""

    gateway: Gateway
    port: int
    wire_log: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def exchanges(self) -> tuple[Exchange, ...]:
        return read_wire_log(self.wire_log).exchanges

    def outcome(self) -> GatewayOutcome:
        return read_outcome(self.wire_log)


@contextmanager
def running(settings: GatewaySettings) -> Iterator[Running]:
    """Start a gateway and connect it to a free loopback port."""
    with open_gateway(settings) as gateway, socket.create_server(("127.0.0.1", 0)) as listener:
        hand_over(listener, gateway.control)
        yield Running(gateway, listener.getsockname()[1], settings.wire_log)


def cassette(*turns: Turn) -> Cassette:
    return Cassette(turns=turns)


def shell(command: str) -> CassetteCall:
    return CassetteCall.of_cli("Bash", {"command": command})


def replaying(folder: Path, *turns: Turn, **settings: Any) -> GatewaySettings:
    folder.mkdir(parents=True, exist_ok=True)
    return GatewaySettings(wire_log=folder / "wire.jsonl", backend=Replay(cassette=cassette(*turns)), **settings)


def forwarding(
    folder: Path, url: str, key: str = "sk-real-key-0123456789", *, retry: RetryPolicy | None = None, **settings: Any
) -> GatewaySettings:
    """Return settings for a gateway that uses ``url`` for all four providers."""
    folder.mkdir(parents=True, exist_ok=True)
    prefix = {Protocol.RESPONSES: "/v1", Protocol.CHAT: "/v1"}
    auth = {Protocol.ANTHROPIC: Auth.X_API_KEY, Protocol.GEMINI: Auth.X_GOOG_API_KEY}
    upstreams = {
        protocol: Upstream(
            base_url=url + prefix.get(protocol, ""),
            key=key,  # type: ignore[arg-type] # pydantic makes a secret of it
            auth=auth.get(protocol, Auth.BEARER),
            provider=PROVIDERS[protocol],
        )
        for protocol in Protocol
    }
    backend = Forward(upstreams=upstreams, retry=retry or RetryPolicy(first_wait_sec=0.01), idle_sec=5)
    return GatewaySettings(wire_log=folder / "wire.jsonl", backend=backend, **settings)


def request_of(
    protocol: Protocol, text: str, *, stream: bool = False, tools: bool = True
) -> tuple[str, dict[str, Any]]:
    """Return the path and body of a first request in a protocol."""
    schema = {"type": "object", "properties": {"command": {"type": "string"}}}
    model = MODELS[protocol]
    match protocol:
        case Protocol.ANTHROPIC:
            body: dict[str, Any] = {"model": model, "max_tokens": 900, "messages": [{"role": "user", "content": text}]}
            body |= {"tools": [{"name": "Bash", "input_schema": schema}]} if tools else {}
            return "/v1/messages", body | {"stream": stream}
        case Protocol.RESPONSES:
            body = {"model": model, "input": text, "stream": stream}
            body |= {"tools": [{"type": "function", "name": "Bash", "parameters": schema}]} if tools else {}
            return "/v1/responses", body
        case Protocol.CHAT:
            body = {"model": model, "messages": [{"role": "user", "content": text}], "stream": stream}
            function = {"name": "Bash", "parameters": schema}
            return "/v1/chat/completions", body | (
                {"tools": [{"type": "function", "function": function}]} if tools else {}
            )
        case Protocol.GEMINI:
            body = {"contents": [{"role": "user", "parts": [{"text": text}]}]}
            declared = [{"functionDeclarations": [{"name": "Bash", "parametersJsonSchema": schema}]}]
            method = "streamGenerateContent?alt=sse" if stream else "generateContent"
            return f"/v1beta/models/{model}:{method}", body | ({"tools": declared} if tools else {})


@dataclass
class Answer:
    """An HTTP response."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    def json(self) -> Any:
        return json.loads(self.body)


def post(url: str, body: Any, headers: dict[str, str] | None = None, timeout: float = 30) -> Answer:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    request = Request(url, data, {"content-type": "application/json"} | (headers or {}), method="POST")
    try:
        with urlopen(request, timeout=timeout) as answer:
            return Answer(answer.status, answer.read(), {k.lower(): v for k, v in answer.headers.items()})
    except HTTPError as error:
        return Answer(error.code, error.read(), {k.lower(): v for k, v in error.headers.items()})


def ask(to: Running, protocol: Protocol, text: str = "hello", *, stream: bool = False, tools: bool = True) -> Answer:
    path, body = request_of(protocol, text, stream=stream, tools=tools)
    return post(to.url + path, body)


Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@contextmanager
def provider(handler: Handler) -> Iterator[str]:
    """Run a provider with a test's handler in a thread, and yield its address.

    The address has a random path: ports are reused, and a late request to another server, such as a page that polls a
    closed one, must not count as the gateway's.
    """
    own = f"/{secrets.token_hex(8)}"

    async def only_own(request: web.Request) -> web.StreamResponse:
        if not request.raw_path.startswith(own):
            raise web.HTTPNotFound
        return await handler(request.clone(rel_url=request.raw_path.removeprefix(own)))

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    async def start() -> tuple[web.AppRunner, int]:
        app = web.Application(client_max_size=64 << 20)
        app.router.add_route("*", "/{path:.*}", only_own)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return runner, runner.addresses[0][1]

    runner, port = asyncio.run_coroutine_threadsafe(start(), loop).result()
    try:
        yield f"http://127.0.0.1:{port}{own}"
    finally:
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def is_probe(body: Any) -> bool:
    """Return whether the gateway itself sent the request."""
    return PROBE in json.dumps(body)


def message(text: str = "Done.", usage: Usage = USAGE) -> dict[str, Any]:
    """Return an answer in Anthropic's format."""
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-6",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "usage": {
            "input_tokens": usage.input - usage.cached - usage.cache_write,
            "cache_read_input_tokens": usage.cached,
            "cache_creation_input_tokens": usage.cache_write,
            "output_tokens": usage.output,
        },
    }
