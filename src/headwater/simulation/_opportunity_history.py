"""Writes the opportunity history, with one row per change. An opportunity's own row contains the latest values."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from headwater.simulation import _columns as col
from headwater.simulation._book import RENEWAL
from headwater.simulation._clock import AS_OF, DAY, HOUR, Floats, Ints
from headwater.simulation._rows import Rows
from headwater.simulation._tables import Sink
from headwater.simulation._world import World, nightly

STAGES = ["Discovery", "Evaluation", "Proposal", "Negotiation", "Closed Won", "Closed Lost"]
DISCOVERY, PROPOSAL, NEGOTIATION, WON, LOST = 0, 2, 3, 4, 5


@dataclass(frozen=True)
class Latest:
    """The state of each opportunity after its last change. ``amount`` is NaN while it is unknown."""

    at: Ints
    amount: Floats
    close_date: Ints


def write_history(
    world: World,
    block: int,
    rows: Rows,
    ids: pa.Array,
    stage: Ints,
    amount: Floats,
    close_date: Ints,
    owner: Ints,
    sink: Sink,
) -> Latest:
    """Write a row for each stage, and some rows for changes to the close date.

    Amounts are estimates until the proposal, or missing at first. Close dates are mostly too early and then slip.

    ``stage`` is the current stage of each opportunity, ``amount`` its final amount, and ``close_date`` the date on
    which it ended or is expected to end.
    """
    draw, n = world.draw("opportunity history", block), len(rows)
    done = stage >= WON
    first = np.where(rows["type"] == RENEWAL, PROPOSAL, DISCOVERY)
    luck = np.floor(draw.uniform(n) * (WON - first)).astype(np.int64)
    last = np.where(stage == LOST, first + luck, np.where(done, NEGOTIATION, stage))
    begin, end = rows["created"], np.where(done, rows["closed"], AS_OF - HOUR)
    fractions = np.sort(draw.uniform(n * 3).reshape(n, 3), axis=1) * 0.9
    guess = np.round(amount * draw.between(0.7, 1.2, n), 0)
    guess = np.where((stage == DISCOVERY) & draw.flags(0.2, n), np.nan, guess)
    slip = np.where(draw.flags(0.4, n), draw.integers(3, 45, n) * np.where(draw.flags(0.2, n), -1, 1), 0)
    hoped = np.maximum(close_date - slip, begin // DAY + 1)
    parts: list[tuple[Ints, Ints, Ints, Floats, Ints]] = []
    for step in range(WON):
        some = np.flatnonzero((first <= step) & (step <= last))
        share = np.where(step == first[some], 0.0, fractions[some, step - 1])
        at = begin[some] + np.floor((end - begin)[some] * share).astype(np.int64)
        value, day = (guess if step < PROPOSAL else amount), (hoped if step < NEGOTIATION else close_date)
        parts.append((some, np.full(len(some), step), at, value[some], day[some]))
    moved = np.flatnonzero((hoped != close_date) & done & (last < NEGOTIATION))
    at = begin[moved] + np.floor((end - begin)[moved] * 0.95).astype(np.int64)
    parts.append((moved, last[moved], at, np.where(last < PROPOSAL, guess, amount)[moved], close_date[moved]))
    closed = np.flatnonzero(done)
    parts.append((closed, stage[closed], rows["closed"][closed], amount[closed], close_date[closed]))
    opportunity, stages, times = (np.concatenate([p[i] for p in parts]) for i in range(3))
    order = np.lexsort((stages, times))
    opportunity, stages, times = opportunity[order], stages[order], times[order]
    values, days = np.concatenate([p[3] for p in parts])[order], np.concatenate([p[4] for p in parts])[order]
    system = draw.flags(0.08, len(opportunity))
    sink.write(
        "raw_crm.opportunity_history",
        {
            "id": col.crm_id("008", world.numbers(block, len(opportunity))),
            "opportunity_id": col.take(ids, opportunity),
            "stage": col.labels(STAGES, stages),
            "amount": values,
            "close_date": days,
            "created_date": times,
            "created_by_id": col.take(world.staff.id, np.where(system, 0, owner[opportunity])),
            "_loaded_at": nightly(times),
        },
    )
    newest = np.zeros(n, dtype=np.int64)
    newest[opportunity] = np.arange(len(opportunity))  # the last row of each group remains
    return Latest(times[newest], values[newest], days[newest])
