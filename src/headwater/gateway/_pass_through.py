"""Passes a provider's answer on to the agent and parses it at the same time."""

from __future__ import annotations

import asyncio

import aiohttp
from aiohttp import web

from headwater.gateway._http import EVENT_STREAM, ClientGoneError, begin, end, error_response, hang_up, write
from headwater.gateway._live import LiveRequest
from headwater.gateway._redact import Redactor
from headwater.gateway._usage_chunk import UsageFilter
from headwater.gateway.protocols import Assembler, SseParser
from headwater.gateway.protocols._shape import load
from headwater.records.wire import Answerer, Fault

_TO_AGENT = ("content-type", "request-id", "x-request-id", "retry-after", "retry-after-ms", "x-should-retry")
_LONGEST_ANSWER = 64 << 20
_DRAIN_SEC = 5.0


class PassThrough:
    """Passes answers on to the agent, with the key removed."""

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor

    async def answer(
        self, live: LiveRequest, request: web.Request, answered: aiohttp.ClientResponse, chunk: UsageFilter | None
    ) -> web.StreamResponse:
        """Pass an answer on as it arrives. ``chunk`` removes usage that the agent did not request."""
        if answered.content_type == EVENT_STREAM:
            return await self._stream(live, request, answered, chunk)
        return await self._pass_on_whole(live, answered)

    def headers(self, answered: aiohttp.ClientResponse) -> dict[str, str]:
        """Return the headers in the provider's answer that the agent may see."""
        copied_headers = {name: answered.headers[name] for name in _TO_AGENT if name in answered.headers}
        return {name: self._redactor.clean_text(value) for name, value in copied_headers.items()}

    def say(self, error: BaseException) -> str:
        """Describe an error on one line for the log, with the API key removed."""
        return self._redactor.clean_text(f"{type(error).__name__}: {error}"[:500])

    async def _stream(
        self, live: LiveRequest, request: web.Request, answered: aiohttp.ClientResponse, chunk: UsageFilter | None
    ) -> web.StreamResponse:
        """Pass a stream on as it arrives, and parse it at the same time.

        Only the piece that ends the answer is parsed before it is passed on. In this way, every answer that the agent
        received completely is in the log.
        """
        assembler = live.dialect.assembler()
        parser = SseParser(assembler)
        response = web.StreamResponse(status=answered.status, headers=self.headers(answered))
        try:
            await begin(request, response)
            await self._pipe(live, answered, response, parser, assembler, chunk)
            parser.end()
            _finish(live, answered.status, assembler)
            if not assembler.is_complete:
                hang_up(request)
                return response
            await end(response)
        except (aiohttp.ClientError, TimeoutError) as error:
            _finish(live, answered.status, assembler, f"the stream broke: {self.say(error)}")
            hang_up(request)
        except (ClientGoneError, asyncio.CancelledError) as error:
            await self._drain(answered, parser, assembler)
            _finish(live, answered.status, assembler, hung_up=True)
            if isinstance(error, asyncio.CancelledError):
                raise
        return response

    async def _pipe(
        self,
        live: LiveRequest,
        answered: aiohttp.ClientResponse,
        response: web.StreamResponse,
        parser: SseParser,
        assembler: Assembler,
        chunk: UsageFilter | None,
    ) -> None:
        redact = self._redactor.stream()
        marks = live.dialect.end_marks
        async for piece in answered.content.iter_any():
            clean = redact.feed(piece)
            passed = chunk.filter(clean) if chunk else clean
            if any(mark in clean for mark in marks):
                parser.feed(clean)
                if assembler.is_complete:
                    _finish(live, answered.status, assembler)
                await write(response, passed)
            else:
                if passed:
                    await write(response, passed)
                parser.feed(clean)
                live.note_first_token(assembler)
        rest = redact.end()
        parser.feed(rest)
        if chunk:
            rest = chunk.filter(rest) + chunk.end()
        if rest:
            await write(response, rest)

    async def _drain(self, answered: aiohttp.ClientResponse, parser: SseParser, assembler: Assembler) -> None:
        """If the agent hung up after an otherwise complete answer, read the usage, which comes last."""
        if not assembler.has_finish or assembler.is_complete:
            return
        try:
            async with asyncio.timeout(_DRAIN_SEC):
                async for piece in answered.content.iter_any():
                    parser.feed(piece)
        except (aiohttp.ClientError, TimeoutError):
            return

    async def _pass_on_whole(self, live: LiveRequest, answered: aiohttp.ClientResponse) -> web.StreamResponse:
        """Pass on an answer that is not streamed."""
        try:
            raw = await read(answered, _LONGEST_ANSWER)
            body = load(raw)
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            message = f"the answer is none: {self.say(error)}"
            live.finish(Answerer.PROVIDER, 502, fault=Fault.PROVIDER, error=message)
            return error_response(live.dialect, 502, "the provider's answer broke off or is no JSON")
        if isinstance(body, list):  # Gemini streams a JSON array unless events are requested
            assembler = live.dialect.assembler()
            for part in body:
                assembler.feed(part if isinstance(part, dict) else {})
            body = assembler.body()
        live.finish_answered(Answerer.PROVIDER, answered.status, body if isinstance(body, dict) else {})
        return web.Response(status=answered.status, body=self._redactor.clean(raw), headers=self.headers(answered))


def _finish(live: LiveRequest, status: int, assembler: Assembler, error: str = "", *, hung_up: bool = False) -> None:
    if live.is_finished:
        return
    live.note_first_token(assembler)
    body = assembler.body()
    if hung_up and not assembler.is_complete:
        live.finish(
            Answerer.PROVIDER,
            status,
            usage=live.dialect.usage(body),
            reply=live.dialect.reply(body),
            usage_is_final=False,
            fault=Fault.INTERRUPTED,
            error="the agent hung up",
        )
        return
    complete = assembler.is_complete and not assembler.error
    why = assembler.error or error or ("" if complete else "the stream ended before the answer did")
    live.finish_answered(Answerer.PROVIDER, status, body, complete=complete, error=why)


async def read(answered: aiohttp.ClientResponse, most: int) -> bytes:
    """Read at most ``most`` bytes of an answer."""
    pieces = []
    size = 0
    async for piece in answered.content.iter_any():
        pieces.append(piece)
        size += len(piece)
        if size > most:
            break
    return b"".join(pieces)[:most]
