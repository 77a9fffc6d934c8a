"""Functional checks: the backlog is in ClickHouse, the group has no lag, and new messages are stored."""

from __future__ import annotations

from decimal import Decimal

from _usage import GROUP, TOPIC, new_message, produce, run, truth

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt#usage.events")
def the_backlog_is_in_the_table(graded: Graded) -> Result:
    """The sum of units over all distinct events, both those stored at the start and those in the topic, is exact."""
    sql = "select sum(units) from (select id, any(units) as units from usage.events group by id)"
    expected = sum(sums[1] for sums in truth(graded, graded.kafka).groups.values())
    return expect_equal(graded.clickhouse.scalar(sql), expected, "units of the events in usage.events")


@functional(demand="docs/consumer.md#metering")
def the_lag_is_gone(graded: Graded) -> Result:
    """The group has committed the end offset of each partition."""
    committed, ends = graded.kafka.committed(GROUP, TOPIC), truth(graded, graded.kafka).ends
    lag = {number: end - committed.get(number, 0) for number, end in ends.items()}
    return expect(bool(ends) and not any(lag.values()), f"lag of {GROUP} by partition: {lag}")


@functional(demand="prompt")
def news_arrives(graded: Graded) -> Result:
    """A message sent after a run is stored by the next one, with its units."""
    sql = "select id, units from usage.events where id like 'news%' order by id"
    expected = [(f"news{number:09d}", Decimal(f"{number}.{number:03d}")) for number in range(101, 125)]
    with graded.copy() as copy:
        produce(copy, [new_message(number) for number in range(101, 125)])
        completed = run(graded, copy)
        found = copy.clickhouse.query(sql)
    arrived = len(set(expected).intersection(found))
    return expect(
        found == expected, f"the run exited with {completed.exit_code}; of 24 new events {arrived} are stored"
    )
