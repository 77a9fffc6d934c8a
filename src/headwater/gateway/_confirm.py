"""Decides from the wire log whether a probe confirmed a provider fault."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from headwater.records.usage import Usage
from headwater.records.wire import Fault, Probed, ProbeTotals

_NEAR = timedelta(seconds=5)


def decisive(probes: Sequence[Probed], at: datetime) -> Probed | None:
    """Return the decisive probe for a fault: the last one that was in flight within five seconds of the fault."""
    near = (one for one in probes if one.at <= at + _NEAR and one.at + timedelta(seconds=one.seconds) >= at - _NEAR)
    return max(near, key=lambda one: one.at, default=None)


def doubt(probe: Probed | None) -> str:
    """Return the reason why a fault is not confirmed, or an empty string if it is confirmed."""
    if probe is None:
        return "no probe of the gateway was sent"
    if probe.confirms:
        return ""
    if probe.fault in (Fault.PROVIDER, Fault.ACCESS):
        return f"a probe of the gateway failed as well, but {probe.note}"
    return "a probe of the gateway was answered"


def total(probes: Sequence[Probed]) -> ProbeTotals:
    """Return the number of probes in a run, the number of failed probes, and their cost."""
    return ProbeTotals(
        sent=len(probes),
        failed=sum(probe.fault in (Fault.PROVIDER, Fault.ACCESS) for probe in probes),
        usage=sum((probe.usage for probe in probes if probe.usage is not None), Usage()),
        usd=sum((probe.price.usd for probe in probes if probe.price is not None), ProbeTotals().usd),
    )
