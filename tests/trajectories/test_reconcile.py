"""Differences between an agent's own totals and the gateway's."""

from __future__ import annotations

from decimal import Decimal

from headwater.records import AgentEnd, AgentReport, Totals, Usage
from headwater.trajectories import reconcile

TOTALS = Totals(
    usage=Usage(input=4400, cached=3000, cache_write=200, output=160, reasoning=30),
    cost_usd=Decimal("0.01725"),
    turns=3,
    requests=4,
)


def report(**fields: object) -> AgentReport:
    return AgentReport.model_validate({"end": AgentEnd.COMPLETED, **fields})


def test_agreeing_totals_have_no_disagreement() -> None:
    message = report(usage=Usage(input=4400, output=160), turns=3, cost_usd=Decimal("0.01730"))

    assert reconcile(message, TOTALS) == ()  # neither an unreported field nor rounding is a disagreement


def test_disagreement_is_named() -> None:
    message = report(usage=Usage(input=900, cached=0, output=160), turns=2, cost_usd=Decimal("0.0224"))

    found = reconcile(message, TOTALS)

    assert [one.field for one in found] == ["cached", "input", "turns", "cost_usd"]
    assert str(found[1]) == "input: the agent says 900, the gateway says 4400"


def test_a_cost_that_we_do_not_know() -> None:
    (found,) = reconcile(report(cost_usd=Decimal("0.02")), TOTALS.model_copy(update={"cost_usd": None}))

    assert str(found) == "cost_usd: the agent says 0.02, the gateway does not know"


def test_a_report_without_totals_has_no_disagreement() -> None:
    assert reconcile(report(), TOTALS) == ()
