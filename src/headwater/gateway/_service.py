"""Handles requests: finds the endpoint, checks permissions and limits, and lets a back end answer."""

from __future__ import annotations

import asyncio
import sys
from typing import Any, Protocol

from aiohttp import web

from headwater.gateway._ask import FINAL_TURN
from headwater.gateway._budget import RunBudget
from headwater.gateway._cassette import Turn
from headwater.gateway._continued import AnswerHistory
from headwater.gateway._egress import remote_address, searches_itself
from headwater.gateway._forward import Forwarder
from headwater.gateway._gateway import GatewayStatus
from headwater.gateway._http import error_response, json_response
from headwater.gateway._live import LiveRequest
from headwater.gateway._memory import MemoryLimit
from headwater.gateway._own import OwnConversation
from headwater.gateway._pacing import Pacing
from headwater.gateway._prices import is_priced
from headwater.gateway._probe import Prober, ProbeResult, Traffic
from headwater.gateway._redact import Redactor
from headwater.gateway._replay import Replayer, render_turn, send_whole, stream
from headwater.gateway._routes import Endpoint, EndpointKind, find_endpoint
from headwater.gateway._settings import Forward, GatewaySettings
from headwater.gateway._spelling import misspelt
from headwater.gateway._wire_log import WireLogWriter
from headwater.gateway.protocols import DIALECTS
from headwater.gateway.protocols._shape import load, mapping, serialize, string
from headwater.records.wire import Answerer, Fault, LimitReached, RequestEnded, RequestStarted

LONGEST_BODY = 32 << 20
_HELD_AT_ONCE = 96 << 20
"""The maximum number of bytes of requests in flight. Others wait, so that no agent exhausts the gateway's memory."""
_LARGEST_LOG = 512 << 20
_MOST_REQUESTS = 20_000
_MOST_SENT = 8 << 30
"""The maximum number of bytes of all requests. All three limits bound the work of reading the log."""
_MOST_MESSAGES = 20_000
_COUNTED = ("generateContentRequest", "generate_content_request")
"""The names of the field with a complete request, whose tokens Google counts."""
_FINAL_TURN = Turn(text="The budget of this run is used up. This is its last turn; what is done so far counts.")
_FINAL_TURNS = 8
"""The number of final turns for an agent that does not stop. After that, it gets errors."""


class RequestBackend(Protocol):
    """The component that answers requests."""

    def provider(self, endpoint: Endpoint) -> str | None:
        """Return the provider whose prices apply to an endpoint."""
        ...

    async def answer(self, live: LiveRequest, request: web.Request) -> web.StreamResponse:
        """Answer a request. ``live`` must be finished before the agent has the complete answer."""
        ...

    async def probe(self, live: LiveRequest) -> ProbeResult:
        """Send a small fixed request to the provider or cassette to which ``live`` was sent."""
        ...

    async def pass_on(self, endpoint: Endpoint, request: web.Request, raw: bytes) -> web.Response | None:
        """Answer a request that generates nothing, or return None if this is not possible."""
        ...

    async def close(self) -> None:
        """Release the resources of the component."""
        ...


class RequestService:
    """Handles all requests of one trial.

    Attributes:
        lost: A future whose result is the reason why the run cannot continue.
    """

    def __init__(self, settings: GatewaySettings, log: WireLogWriter, redactor: Redactor) -> None:
        self._settings = settings
        self._log = log
        self._budget = RunBudget(settings.limits, self._on_limit)
        backend = settings.backend
        self._backend: RequestBackend = (
            Forwarder(backend, redactor) if isinstance(backend, Forward) else Replayer(backend)
        )
        self.lost: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._pacing = Pacing(settings.pacing, self._lose) if settings.pacing else None
        self._room = MemoryLimit(_HELD_AT_ONCE)
        self._continued = AnswerHistory()
        self._own = OwnConversation()
        self._traffic = Traffic()
        self._prober = Prober(settings, self._traffic, self._backend.probe, log.write)
        self._requests = 0
        self._sent = 0
        self._final_turns = 0

    @property
    def paced_sec(self) -> float:
        """The number of seconds during which at least one request was waiting for the job's rate limits."""
        return self._pacing.time.seconds if self._pacing is not None else 0.0

    async def close(self) -> None:
        """Wait for the last probes, and release the back end's resources."""
        await self._prober.close()
        await self._backend.close()
        if self._pacing is not None:
            await self._pacing.close()

    def _lose(self, reason: str) -> None:
        """Record that the run cannot continue."""
        if not self.lost.done():
            self.lost.set_result(reason)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer any request."""
        self._traffic.add(request.content_length or 0)
        endpoint = find_endpoint(request.method, request.raw_path, request.headers)
        if endpoint is None:
            return json_response({"error": {"message": "the gateway has no such endpoint"}}, 404)
        if endpoint.kind is EndpointKind.ALIVE:
            return web.Response(text="")
        if self._log.size > _LARGEST_LOG or self._requests >= _MOST_REQUESTS or self._sent > _MOST_SENT:
            # Clients do not retry a request after status 400.
            return error_response(DIALECTS[endpoint.protocol], 400, "the log of this run is full")
        # A body without a declared length may have the maximum length.
        size = LONGEST_BODY if request.content_length is None else min(request.content_length, LONGEST_BODY)
        async with self._room.of(size):
            return await self._handle(endpoint, request)

    async def _handle(self, endpoint: Endpoint, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        if request.content_length is None:
            self._traffic.add(len(raw))
        dialect = DIALECTS[endpoint.protocol]
        if endpoint.kind is EndpointKind.MODELS:
            return await self._pass_on(endpoint, request, b"")
        try:
            body = read_object(raw)
        except ValueError as error:
            return error_response(dialect, 400, str(error))
        if endpoint.kind is EndpointKind.COUNT:
            return await self._count(endpoint, request, body)
        live = self._read(endpoint, request.raw_path, raw, body)
        if isinstance(live, web.Response):
            return live
        try:
            return await self._generate(live, request)
        except asyncio.CancelledError:
            answerer = Answerer.PROVIDER if live.was_asked else Answerer.REFUSED
            live.finish(answerer, 0, fault=Fault.INTERRUPTED, error="the agent hung up")
            raise
        finally:
            # This has no effect unless the request ended in an unexpected way.
            live.finish(Answerer.REFUSED, 500, fault=Fault.PROVIDER, error="the gateway broke; its .err file says why")
            await self._budget.wake()

    async def _count(self, endpoint: Endpoint, request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
        """Count the tokens in a request that would be admitted."""
        dialect = DIALECTS[endpoint.protocol]
        inner = next((mapping(body[name]) for name in _COUNTED if name in body), body)
        found = self._refusal_of_model(dialect.conversation(inner, endpoint.model).model)
        if found is None and (remote := remote_address(dialect, inner)):
            found = _no_network(remote)
        if found is not None:
            return error_response(dialect, found.status, found.message)
        dialect.take_hosted(inner)
        return await self._pass_on(endpoint, request, serialize(body))

    async def _pass_on(self, endpoint: Endpoint, request: web.Request, raw: bytes) -> web.StreamResponse:
        answer = await self._backend.pass_on(endpoint, request, raw)
        return answer or error_response(DIALECTS[endpoint.protocol], 404, "there is no provider for this")

    def _read(self, endpoint: Endpoint, raw_path: str, raw: bytes, body: dict[str, Any]) -> LiveRequest | web.Response:
        dialect = DIALECTS[endpoint.protocol]
        before = dialect.continues(body)
        conversation = self._continued.complete(dialect.conversation(body, endpoint.model), before)
        if len(conversation.messages) > _MOST_MESSAGES:
            return error_response(dialect, 400, f"more than {_MOST_MESSAGES} messages")
        self._requests += 1
        self._sent += len(raw)
        return LiveRequest(
            id=self._requests,
            endpoint=endpoint,
            dialect=dialect,
            conversation=conversation,
            body=body,
            raw_path=raw_path,
            provider=self._backend.provider(endpoint),
            prices=self._settings.prices,
            on_finish=self._on_finish,
            on_fault=self._prober.note_fault,
            own=self._own.take(conversation),
            pacing=self._pacing,
            before=self._continued.tokens(before),
        )

    async def _generate(self, live: LiveRequest, request: web.Request) -> web.StreamResponse:
        # a shallow copy suffices, because removing tools replaces lists and does not change them
        body = dict(live.body)
        removed = live.dialect.take_hosted(live.body)
        live.replace_body()
        self._log.write_request(
            RequestStarted(
                id=live.id,
                at=live.at,
                protocol=live.endpoint.protocol,
                path=live.endpoint.path,
                model=live.conversation.model,
                stream=live.stream,
                turn=live.is_turn,
                own=live.own,
                body=body,
                removed=tuple(removed),
            )
        )
        if refusal := self._refusal(live):
            live.finish(Answerer.REFUSED, refusal.status, fault=Fault.REQUEST, error=refusal.message)
            return error_response(live.dialect, refusal.status, refusal.message)
        most = live.most(priced=self._settings.needs_prices)
        if not await self._budget.admit(live.id, most):
            return await self._end_run(live, request)
        # The request waits for its rate-limit turn last, so that no request holds a turn while it waits for the budget.
        await live.wait_for_turn()
        return await self._backend.answer(live, request)

    def _refusal(self, live: LiveRequest) -> _RefusedRequest | None:
        model = live.conversation.model
        if refusal := self._refusal_of_model(model):
            return refusal
        if found := remote_address(live.dialect, live.body):
            return _no_network(found)
        before = live.dialect.continues(live.body)
        if before and not self._continued.knows(before):
            return _RefusedRequest(400, f"this run has no answer {before!r} to go on after")
        if self._settings.needs_prices and not is_priced(model, live.provider, self._settings.prices):
            return _RefusedRequest(400, f"the price of {model!r} is unknown, so a limit on cost cannot hold")
        return None

    def _refusal_of_model(self, model: str) -> _RefusedRequest | None:
        if self._settings.models and model not in self._settings.models:
            allowed = ", ".join(self._settings.models)
            return _RefusedRequest(404, f"this run has no model {model!r}; it has {allowed}")
        if searches_itself(model):
            return _RefusedRequest(400, f"{model!r} searches the web, and there is no network in this run")
        return None

    async def _end_run(self, live: LiveRequest, request: web.Request) -> web.StreamResponse:
        """Reply with a final turn, so that the agent stops on its own."""
        assert self._budget.reached is not None
        self._final_turns += 1
        if self._final_turns > _FINAL_TURNS:
            live.finish(Answerer.LIMIT, 400, error="the agent does not end")
            return error_response(live.dialect, 400, self._budget.reached.reason)
        turn = self._settings.final_turn or _FINAL_TURN
        if not live.is_turn:
            turn = _FINAL_TURN
        rendering = render_turn(turn, f"{FINAL_TURN}{self._final_turns}", live.conversation.model)
        send = send_whole if not live.stream or live.is_array else stream
        return await send(live, request, rendering, Answerer.LIMIT)

    def _on_finish(self, live: LiveRequest, ended: RequestEnded) -> None:
        self._log.write(ended)
        if live.dialect.can_be_continued(live.body):
            self._continued.note(live.conversation, ended.reply, ended.usage)
        if live.own:
            self._own.note(ended.reply if ended.fault is Fault.NONE else None)
        self._prober.note_end(live, ended)
        self._budget.settle(live.id, ended)
        if self._pacing is not None:
            self._pacing.settle(live.id, ended.usage.total if ended.usage else 0)
        self._report_status()

    def _on_limit(self, limit: LimitReached) -> None:
        self._log.write(limit)

    def _report_status(self) -> None:
        """Report the current usage to Headwater."""
        reached = self._budget.reached
        budget = self._budget
        limit = reached.reason if reached else ""
        status = GatewayStatus(totals=budget.totals, at_most=budget.at_most, limit=limit)
        sys.stdout.write(status.model_dump_json() + "\n")
        sys.stdout.flush()


class _RefusedRequest:
    """A request that the gateway refuses to forward. This is never the provider's fault."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        self.message = string(message)


def _no_network(address: str) -> _RefusedRequest:
    return _RefusedRequest(400, f"there is no network in this run, so not for the provider: {address}")


def read_object(raw: bytes) -> dict[str, Any]:
    """Parse the body of a request.

    Raises:
        ValueError: The body is not a JSON object that all providers read in the same way. The message says why.
    """
    try:
        body = load(raw)
    except ValueError as error:
        raise ValueError(f"the body is not JSON: {error}") from None
    if not isinstance(body, dict):
        raise ValueError("the body is not a JSON object")  # noqa: TRY004 - of what was sent, not of a caller's argument
    if name := misspelt(body):
        raise ValueError(f"the field {name[:100]!r} is misspelt, and some providers would read it as another field")
    return body


def make_app(service: RequestService) -> web.Application:
    """Return the application. It has a single route, because paths are compared without decoding."""
    app = web.Application(client_max_size=LONGEST_BODY)

    async def handle(request: web.Request) -> web.StreamResponse:
        return await service.handle(request)

    app.router.add_route("*", "/{path:.*}", handle)
    return app
