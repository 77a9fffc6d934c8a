"""Compares an agent's own totals with the gateway's totals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from headwater.records.agent import AgentReport
from headwater.records.usage import Totals

_ROUNDING = Decimal("0.0001")


@dataclass(frozen=True)
class Disagreement:
    """A total on which the agent and the gateway differ."""

    field: str
    agent: Decimal
    gateway: Decimal | None

    def __str__(self) -> str:
        gateway_text = "does not know" if self.gateway is None else f"says {self.gateway}"
        return f"{self.field}: the agent says {self.agent}, the gateway {gateway_text}"


def reconcile(agent: AgentReport, gateway: Totals) -> tuple[Disagreement, ...]:
    """Return the differences between the agent's totals and the gateway's totals, which are authoritative.

    Only the fields that are set in the agent's usage are compared. Costs may differ by a ten-thousandth of a dollar,
    because CLIs round them.
    """
    pairs: list[tuple[str, Decimal | int | None, Decimal | int | None]] = []
    if agent.usage is not None:
        pairs += [(n, getattr(agent.usage, n), getattr(gateway.usage, n)) for n in sorted(agent.usage.model_fields_set)]
    pairs += [("turns", agent.turns, gateway.turns), ("cost_usd", agent.cost_usd, gateway.cost_usd)]
    return tuple(
        Disagreement(name, Decimal(agent_value), None if value is None else Decimal(value))
        for name, agent_value, value in pairs
        if agent_value is not None and _differ(name, Decimal(agent_value), value)
    )


def _differ(name: str, agent_value: Decimal, gateway_value: Decimal | int | None) -> bool:
    return gateway_value is None or abs(agent_value - gateway_value) > (_ROUNDING if name == "cost_usd" else 0)
