"""Sums up the usage of requests."""

from __future__ import annotations

from headwater.records.usage import Totals, Usage
from headwater.records.wire import Answerer, Fault, RequestEnded

MODEL = (Answerer.PROVIDER, Answerer.CASSETTE)


def add(totals: Totals, response: RequestEnded, *, turn: bool) -> Totals:
    """Return the totals with one more request.

    The gateway's own answers are not counted. A failed request counts as a fault, and also as a request if the provider
    reports usage for it.
    """
    if response.answerer not in MODEL:
        return totals
    failed = response.fault in (Fault.PROVIDER, Fault.ACCESS)
    counts = not failed or response.usage is not None
    usd = response.price.usd if response.price is not None else None
    unpriced = int(counts and usd is None and response.fault is not Fault.REQUEST)
    known = totals.priced_usd + (usd or 0)
    return Totals(
        usage=totals.usage + (response.usage or Usage()),
        priced_usd=known,
        unpriced=totals.unpriced + unpriced,
        cost_usd=None if totals.unpriced + unpriced else known,
        turns=totals.turns + int(turn and counts and response.fault is not Fault.REQUEST),
        requests=totals.requests + int(counts),
        retries=totals.retries + len(response.attempts),
        faults=totals.faults + len(response.attempts) + int(failed),
    )
