"""The time that the gateway adds to a request: direct, through the gateway, and through LiteLLM's proxy.

The same client sends requests to the same upstream, a fake one that answers at once, in Chat Completions with a body of
90 KB, which is the size of Claude Code's first request. Time to first byte is measured with one request at a time, the
three ways in turn; throughput with 64 streams at once, each as fast as possible. LiteLLM is installed into a temporary
environment.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import aiohttp
from _scratch import scratch, show
from aiohttp import web

from headwater.gateway import Auth, Forward, GatewaySettings, Protocol, Upstream, open_gateway
from headwater.sandbox import hand_over

LITELLM = ("litellm[proxy]==1.106.2", "mcp==2.3.0")
KEY = "sk-bench-Qm7xV2pL9rT4wZ8k"
REQUESTS = 60
STREAMS = 64
CHUNKS = 300
ROUNDS = 3
BODY = {
    "model": "bench",
    "stream": True,
    "stream_options": {"include_usage": True},
    "messages": [{"role": "system", "content": "You are careful. " * 5000}, {"role": "user", "content": "hello"}],
    "tools": [{"type": "function", "function": {"name": "shell", "parameters": {"type": "object"}}}],
}


async def answer(request: web.Request) -> web.StreamResponse:
    """Stream as many pieces as the request allows tokens."""
    body = await request.json()
    response = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await response.prepare(request)
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "bench"}
    delta = {"index": 0, "delta": {"content": "token "}, "finish_reason": None}
    piece = b"data: " + json.dumps(chunk | {"choices": [delta]}).encode() + b"\n\n"
    for _ in range(body["max_tokens"]):
        await response.write(piece)
        await asyncio.sleep(0)
    last = chunk | {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
    usage = {"prompt_tokens": 20000, "completion_tokens": body["max_tokens"], "total_tokens": 20000}
    await response.write(b"data: " + json.dumps(last).encode() + b"\n\n")
    await response.write(b"data: " + json.dumps(chunk | {"choices": [], "usage": usage}).encode() + b"\n\n")
    await response.write(b"data: [DONE]\n\n")
    return response


def serve_upstream(port: int) -> None:
    app = web.Application(client_max_size=64 << 20)
    app.router.add_post("/v1/chat/completions", answer)
    web.run_app(app, host="127.0.0.1", port=port, access_log=None, print=lambda *_: None)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def wait_for(port: int, process: subprocess.Popen[bytes], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return True
    return False


@contextmanager
def upstream() -> Iterator[str]:
    port = free_port()
    process = subprocess.Popen([sys.executable, __file__, "upstream", str(port)])
    try:
        assert wait_for(port, process, 20)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def gateway(folder: Path, url: str) -> Iterator[str]:
    provider = Upstream(base_url=url, key=KEY, auth=Auth.BEARER, provider=None)
    settings = GatewaySettings(
        wire_log=folder / "wire.jsonl", backend=Forward(upstreams={Protocol.CHAT: provider}, idle_sec=60)
    )
    with open_gateway(settings) as running, socket.create_server(("127.0.0.1", 0), backlog=256) as listener:
        hand_over(listener, running.control)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"


@contextmanager
def litellm(folder: Path, url: str) -> Iterator[str | None]:
    """Start LiteLLM's proxy; yield None, after printing the reason, if it cannot run here."""
    python = folder / "litellm/bin/python"
    uv = Path(sys.executable).with_name("uv")
    subprocess.run([uv, "venv", "-q", python.parents[1]], check=True)
    installed = subprocess.run([uv, "pip", "install", "-q", "-p", python, *LITELLM], capture_output=True, text=True)
    if installed.returncode != 0:
        print(f"LiteLLM could not be installed: {installed.stderr.strip()[-300:]}")
        yield None
        return
    port = free_port()
    config = folder / "litellm.yaml"
    parameters = {"model": "openai/bench", "api_base": url, "api_key": KEY}
    config.write_text(json.dumps({"model_list": [{"model_name": "bench", "litellm_params": parameters}]}))
    with (folder / "litellm.log").open("wb") as log:
        process = subprocess.Popen(
            [python.with_name("litellm"), "--config", config, "--host", "127.0.0.1", "--port", str(port)],
            stdout=log,
            stderr=log,
            env=os.environ | {"LITELLM_MASTER_KEY": KEY, "LITELLM_LOCAL_MODEL_COST_MAP": "True"},
        )
    try:
        if wait_for(port, process, 120):
            yield f"http://127.0.0.1:{port}/v1"
        else:
            print(f"LiteLLM did not start: {(folder / 'litellm.log').read_text()[-300:]}")
            yield None
    finally:
        process.terminate()
        process.wait()


@asynccontextmanager
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector, headers={"Authorization": f"Bearer {KEY}"}) as session:
        yield session


async def first_byte(session: aiohttp.ClientSession, url: str, chunks: int = 1) -> tuple[float, int]:
    """Send one request; return the seconds until the first byte of the body, and the size of the body."""
    started = time.perf_counter()
    async with session.post(f"{url}/chat/completions", json=BODY | {"max_tokens": chunks}) as response:
        response.raise_for_status()
        size = len(await response.content.readany())
        wait_sec = time.perf_counter() - started
        async for piece in response.content.iter_any():
            size += len(piece)
    return wait_sec, size


async def latency(routes: dict[str, str]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {name: [] for name in routes}
    async with client() as session:
        for number in range(REQUESTS + 5):
            for name, url in routes.items():
                wait_sec, _ = await first_byte(session, url)
                if number >= 5:  # connections are open, and all modules are loaded
                    found[name].append(wait_sec * 1000)
    return found


async def throughput(routes: dict[str, str]) -> dict[str, list[float]]:
    """Return the pieces of streams per second, of all streams together."""
    found: dict[str, list[float]] = {name: [] for name in routes}
    async with client() as session:
        for _ in range(ROUNDS):
            for name, url in routes.items():
                started = time.perf_counter()
                await asyncio.gather(*(first_byte(session, url, CHUNKS) for _ in range(STREAMS)))
                found[name].append(STREAMS * CHUNKS / (time.perf_counter() - started))
    return found


def main() -> None:
    with (
        scratch() as folder,
        upstream() as url,
        gateway(folder, url) as gateway_url,
        litellm(folder, url) as litellm_url,
    ):
        routes = {"direct": url, "gateway": gateway_url} | ({"LiteLLM": litellm_url} if litellm_url else {})
        times = asyncio.run(latency(routes))
        medians = {name: show(f"time to first byte, {name}", values, unit="ms") for name, values in times.items()}
        for name, median in medians.items():
            if name != "direct":
                print(f"  {name} adds {median - medians['direct']:.2f} ms at the median")
        rates = asyncio.run(throughput(routes))
        speeds = {
            name: show(f"{STREAMS} streams at once, {name}", values, unit="pieces/s") for name, values in rates.items()
        }
        for name, speed in speeds.items():
            print(f"  {name}: {speed / speeds['direct']:.2f} of direct")


if __name__ == "__main__":
    if sys.argv[1:2] == ["upstream"]:
        serve_upstream(int(sys.argv[2]))
    else:
        main()
