"""Implements the back end that answers from a cassette."""

from __future__ import annotations

import asyncio
import contextlib
import json

from aiohttp import web

from headwater.gateway._cassette import FaultSpec, Turn
from headwater.gateway._choose import ChosenTurn, TurnChooser
from headwater.gateway._http import (
    EVENT_STREAM,
    ClientGoneError,
    begin,
    end,
    error_response,
    hang_up,
    json_response,
    write,
)
from headwater.gateway._live import LiveRequest
from headwater.gateway._probe import ProbeResult
from headwater.gateway._retry import ProviderFailure
from headwater.gateway._routes import Endpoint, EndpointKind
from headwater.gateway._settings import Replay, usual_provider
from headwater.gateway.protocols import ScriptedAnswer
from headwater.records.conversation import ToolCall
from headwater.records.wire import Answerer, Fault, Protocol


class Replayer:
    """Acts as the provider, including its faults."""

    def __init__(self, settings: Replay) -> None:
        self._chooser = TurnChooser(settings.cassette, text_agent=settings.text_agent)
        self._faults: dict[tuple[str, int], int] = {}
        self._fault: tuple[ChosenTurn, FaultSpec] | None = None
        """The last fault that was played, with its turn."""

    async def close(self) -> None:
        """Do nothing, because a cassette has no resources."""

    def provider(self, endpoint: Endpoint) -> str | None:
        """Return the provider whose prices apply to an endpoint."""
        return usual_provider(endpoint.protocol)

    async def answer(self, live: LiveRequest, request: web.Request) -> web.StreamResponse:
        """Answer a request from the cassette."""
        chosen = self._chooser.choose(live.conversation)
        turn = chosen.turn
        if turn is None:
            message = f"the cassette has {chosen.number} turns, and the agent asks for one more"
            live.finish(Answerer.CASSETTE, 400, fault=Fault.ACCESS, error=message)
            return error_response(live.dialect, 400, message)
        await asyncio.sleep(turn.delay_sec)
        fault = self._next_fault(chosen, turn)
        if fault is not None and fault.status is not None:
            return _refuse(live, fault)
        # With any other fault, the agent does not get the turn and asks for it again.
        if fault is None or fault.stall_sec is not None:
            self._chooser.note_received(chosen)
        rendering = render_turn(turn, f"{chosen.script}_{chosen.number + 1}", live.conversation.model)
        if not live.stream or live.is_array:
            return await send_whole(live, request, rendering, Answerer.CASSETTE, fault)
        return await stream(live, request, rendering, Answerer.CASSETTE, fault)

    async def probe(self, live: LiveRequest) -> ProbeResult:  # noqa: ARG002 - a fault is the whole provider's
        """Return a failed probe as long as the last scripted fault lasts, because an outage affects every request."""
        if self._fault is None:
            return ProbeResult(200, Fault.NONE)
        chosen, fault = self._fault
        if fault.times != "always" and self._faults[chosen.script, chosen.number] >= fault.times:
            return ProbeResult(200, Fault.NONE)
        if fault.status is None:
            return ProbeResult(None, Fault.PROVIDER, "scripted: no answer", is_reached=False)
        failure = ProviderFailure(
            fault.status, f"scripted: {fault.status}: {fault.message}", body=fault.message.encode()
        )
        return ProbeResult(fault.status, failure.fault, failure.error, is_quota=failure.is_quota)

    async def pass_on(self, endpoint: Endpoint, request: web.Request, raw: bytes) -> web.Response | None:  # noqa: ARG002
        """Answer a request that generates nothing, with an estimate of tokens or with the requested model."""
        if endpoint.kind is EndpointKind.COUNT:
            name = "totalTokens" if endpoint.protocol is Protocol.GEMINI else "input_tokens"
            return json_response({name: len(raw) // 4})
        # The object has the fields of all protocols, and clients ignore the fields of other protocols.
        model = {"id": endpoint.model, "type": "model", "object": "model", "name": f"models/{endpoint.model}"}
        if endpoint.model:
            return json_response(model)
        return json_response({"object": "list", "data": [], "models": [], "has_more": False})

    def _next_fault(self, chosen: ChosenTurn, turn: Turn) -> FaultSpec | None:
        if turn.fault is None:
            return None
        key = (chosen.script, chosen.number)
        times_given = self._faults.get(key, 0)
        if turn.fault.times != "always" and times_given >= turn.fault.times:
            return None
        self._faults[key] = times_given + 1
        self._fault = (chosen, turn.fault)
        return turn.fault


def render_turn(turn: Turn, name: str, model: str) -> ScriptedAnswer:
    """Return a turn as an answer. The ids in it are derived from the name and therefore deterministic."""
    return ScriptedAnswer(
        id=name,
        model=model,
        text=turn.text,
        thinking=turn.thinking,
        calls=tuple(
            ToolCall(
                id=f"call_{name}_{number}",
                name=call.cli_name,
                namespace=call.cli_namespace,
                arguments=call.arguments,
            )
            for number, call in enumerate(turn.calls, 1)
        ),
        usage=turn.usage,
        stop=turn.stop,
    )


async def stream(
    live: LiveRequest,
    request: web.Request,
    rendering: ScriptedAnswer,
    answerer: Answerer,
    fault: FaultSpec | None = None,
) -> web.StreamResponse:
    """Stream an answer. The answer is recorded before its last event is sent."""
    body = live.dialect.render(rendering)
    events = list(live.dialect.render_stream(rendering))
    response = web.StreamResponse(headers={"content-type": EVENT_STREAM})
    try:
        await begin(request, response)
        if fault is not None and fault.malformed:
            live.finish(answerer, 200, fault=Fault.PROVIDER, error="scripted: a stream that is no JSON")
            await write(response, b'data: {"type": "mal\n\n')
            await end(response)
            return response
        live.start_request()
        for number, event in enumerate(events):
            if fault is not None and fault.cut_after_events == number:
                live.finish(answerer, 200, fault=Fault.PROVIDER, error=f"scripted: cut after {number} events")
                hang_up(request)
                return response
            if fault is not None and fault.stall_sec is not None and number == 1:
                await asyncio.sleep(fault.stall_sec)
            if number == len(events) - 1:
                live.finish_answered(answerer, 200, body)
            await write(response, event)
        await end(response)
    except (ClientGoneError, asyncio.CancelledError) as error:
        live.finish(
            answerer,
            200,
            usage=rendering.usage,
            reply=live.dialect.reply(body),
            usage_is_final=False,
            fault=Fault.INTERRUPTED,
            error="the agent hung up",
        )
        if isinstance(error, asyncio.CancelledError):
            raise
    return response


async def send_whole(
    live: LiveRequest,
    request: web.Request,
    rendering: ScriptedAnswer,
    answerer: Answerer,
    fault: FaultSpec | None = None,
) -> web.StreamResponse:
    """Send an answer without streaming."""
    body = live.dialect.render(rendering)
    payload = [body] if live.is_array else body
    if fault is not None and fault.stall_sec is not None:
        await asyncio.sleep(fault.stall_sec)
    elif fault is not None:
        return await _faulty_answer(live, request, json.dumps(payload).encode(), answerer, fault)
    live.finish_answered(answerer, 200, body)
    return json_response(payload)


async def _faulty_answer(
    live: LiveRequest, request: web.Request, text: bytes, answerer: Answerer, fault: FaultSpec
) -> web.StreamResponse:
    half = text[: len(text) // 2]
    if fault.malformed:
        live.finish(answerer, 200, fault=Fault.PROVIDER, error="scripted: an answer that is no JSON")
        return web.Response(body=half, content_type="application/json")
    live.finish(answerer, 200, fault=Fault.PROVIDER, error="scripted: an answer that is cut off")
    headers = {"content-type": "application/json", "content-length": str(len(text))}
    response = web.StreamResponse(headers=headers)
    with contextlib.suppress(ClientGoneError):
        await begin(request, response)
        await write(response, half)
    hang_up(request)
    return response


def _refuse(live: LiveRequest, fault: FaultSpec) -> web.Response:
    assert fault.status is not None
    found = ProviderFailure(fault.status, f"{fault.status}: {fault.message}", body=fault.message.encode()).fault
    live.finish(Answerer.CASSETTE, fault.status, fault=found, error=f"scripted: {fault.status}: {fault.message}")
    headers = {} if fault.retry_after_sec is None else {"retry-after": f"{fault.retry_after_sec:g}"}
    return error_response(live.dialect, fault.status, fault.message, headers)
