"""Performance checks: the number of registry lookups, transactions and rows, and the size of messages."""

from __future__ import annotations

from _load import Cost, load
from _numbers import MESSAGES, many_numbers
from _orders import describe_end, last_line

from headwater.grading import Graded, Result, expect, performant

_MOST_LOOK_UPS = 10
_MOST_TRANSACTIONS = 100
_MEASURING = 20  # transactions of the measurement itself and of the server
_MOST_READ = 100
_BYTES = 5 + len('["bx-60001","c-00001",2,3001,1763640001,"web"]')  # a version 2 message


def _few(cost: Cost, done: str, value: int, limit: int, what: str) -> Result:
    fit = cost.run.exit_code == 0 and last_line(cost.run).startswith(done) and value <= limit
    return expect(fit, f"{describe_end(cost.run)}, says {last_line(cost.run)!r}, and took {value} {what}")


@performant(demand="docs/oncall.md#at most ten times")
def publishing_looks_schemas_up_once(graded: Graded) -> Result:
    """publish.py reads the registry only a few times for 2,000 messages."""
    cost = load(graded).publish
    return _few(cost, "sent=2000", cost.look_ups, _MOST_LOOK_UPS, "look-ups")


@performant(demand="docs/oncall.md#at most ten times", required=True)
def counting_looks_schemas_up_once(graded: Graded) -> Result:
    """totals.py reads the registry only a few times for 2,000 messages."""
    cost = load(graded).totals
    return _few(cost, "read=2000 ", cost.look_ups, _MOST_LOOK_UPS, "look-ups")


@performant(demand="docs/oncall.md#at most a hundred transactions")
def publishing_takes_few_transactions(graded: Graded) -> Result:
    """publish.py uses few transactions for 2,000 messages."""
    cost = load(graded).publish
    return _few(cost, "sent=2000", cost.transactions, _MOST_TRANSACTIONS + _MEASURING, "transactions")


@performant(demand="docs/oncall.md#at most a hundred transactions")
def counting_takes_few_transactions(graded: Graded) -> Result:
    """totals.py uses few transactions for 2,000 messages."""
    cost = load(graded).totals
    return _few(cost, "read=2000 ", cost.transactions, _MOST_TRANSACTIONS + _MEASURING, "transactions")


@performant(demand="docs/oncall.md#reads at most a hundred rows")
def an_idle_minute_does_nothing(graded: Graded) -> Result:
    """A run with nothing to do reads few rows and writes none."""
    cost = load(graded).idle
    return expect(
        cost.run.exit_code == 0 and cost.rows_read <= _MOST_READ and not cost.rows_written,
        f"{describe_end(cost.run)}, read {cost.rows_read} rows and wrote {cost.rows_written}",
    )


@performant(demand="docs/oncall.md#messages stay as small as they are")
def messages_stay_small(graded: Graded) -> Result:
    """Messages grow only by the region or, without a region, by a null value."""
    outcome = load(graded)
    plain, regions = max(outcome.plain, default=0), max(outcome.with_region, default=0)
    fit = 0 < plain <= _BYTES + len(",null") and 0 < regions <= _BYTES + len(',"south"')
    return expect(fit, f"messages without region have up to {plain} bytes, and with one up to {regions}")


@performant(demand="docs/oncall.md#also with thousands of messages")
def many_numbers_take_few_look_ups(graded: Graded) -> Result:
    """totals.py reads the registry only a few times for messages with thirty different numbers, and counts them."""
    outcome = many_numbers(graded)
    fit = not outcome.fault and outcome.rejected == outcome.bad
    result = _few(outcome.cost, f"read={MESSAGES} ", outcome.cost.look_ups, _MOST_LOOK_UPS, "look-ups")
    message = (
        f"{result.message}; {outcome.rejected} of {outcome.bad} were rejected; {outcome.fault or 'days are right'}"
    )
    return expect(result.passed and fit, message)
