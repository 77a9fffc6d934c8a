"""How a run ended, from its wire log alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from headwater.gateway._totals import add
from headwater.gateway._wire_log import Exchange, WireLog, read_wire_log
from headwater.records.usage import Totals
from headwater.records.wire import Answerer, Ending, Fault, GatewayOutcome, RequestEnded

_OF_ONE_MODEL = (403, 404)
_ENDINGS = {
    Fault.NONE: Ending.OK,
    Fault.PROVIDER: Ending.INFRA,
    Fault.ACCESS: Ending.INFRA,
    Fault.REQUEST: Ending.REJECTED,
}


def read_outcome(wire_log: Path) -> GatewayOutcome:
    """Return how the run in this log ended.

    Raises:
        UserError: It is no wire log.
    """
    return outcome_of(read_wire_log(wire_log))


def outcome_of(log: WireLog) -> GatewayOutcome:
    """Return how a run ended.

    A fault that the agent overcame is no ending: what counts is the last answer it got. A limit counts before all
    else, since what comes after it is the gateway's doing.
    """
    answered = [exchange.response for exchange in log.exchanges if exchange.response is not None]
    models = [response.reply.model for response in answered if response.reply is not None and response.reply.model]
    ending, reason = _end(log)
    return GatewayOutcome(
        ending=ending,
        reason=reason,
        totals=totals_of(log.exchanges),
        models=tuple(dict.fromkeys(models)),
        first_request_at=min((exchange.request.at for exchange in log.exchanges), default=None),
        last_response_at=max((response.at for response in answered), default=None),
        provider_sec=round(_busy_sec(log.exchanges), 4),
        unanswered=len(log.exchanges) - len(answered),
    )


def totals_of(exchanges: Iterable[Exchange]) -> Totals:
    """Return what requests used together."""
    totals = Totals()
    for exchange in exchanges:
        if exchange.response is not None:
            totals = add(totals, exchange.response, turn=exchange.request.turn)
    return totals


def _end(log: WireLog) -> tuple[Ending, str]:
    if log.limit is not None:
        return Ending.LIMIT, log.limit.reason
    if not log.exchanges:
        return Ending.SILENT, "the agent never asked a model"
    unanswered = [exchange for exchange in log.exchanges if exchange.response is None]
    if unanswered and not log.closed:
        return Ending.INFRA, f"the gateway was killed while it answered request {unanswered[-1].request.id}"
    last = _last_told(log.exchanges)
    if last is None:
        return Ending.OK, ""
    of_one_request = last.status in _OF_ONE_MODEL or last.answerer is Answerer.REFUSED
    if last.fault is Fault.ACCESS and of_one_request and _was_ever_answered(log.exchanges):
        return Ending.REJECTED, last.error  # the key is good, so the agent asked for what is not there
    return _ENDINGS[last.fault], last.error


def _last_told(exchanges: Sequence[Exchange]) -> RequestEnded | None:
    """The last answer that the agent waited for; a title does not count, if there were turns."""
    told = [
        exchange
        for exchange in exchanges
        if exchange.response is not None and exchange.response.fault is not Fault.INTERRUPTED
    ]
    turns = [exchange for exchange in told if exchange.request.turn] or told
    responses = [exchange.response for exchange in turns if exchange.response is not None]
    return max(responses, key=lambda response: response.at, default=None)


def _was_ever_answered(exchanges: Sequence[Exchange]) -> bool:
    return any(exchange.response is not None and exchange.response.fault is Fault.NONE for exchange in exchanges)


def _busy_sec(exchanges: Iterable[Exchange]) -> float:
    """Seconds in which at least one request was waiting: agents ask in parallel, too."""
    spans = sorted(
        (exchange.request.at.timestamp(), exchange.response.at.timestamp())
        for exchange in exchanges
        if exchange.response is not None
    )
    busy = 0.0
    until = float("-inf")
    for start, end in spans:
        busy += max(0.0, end - max(start, until))
        until = max(until, end)
    return busy
