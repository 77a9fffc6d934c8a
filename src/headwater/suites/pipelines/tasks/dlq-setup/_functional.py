"""Functional checks: scans are stored, and broken messages go to the dead letter topic."""

from __future__ import annotations

from _scans import DEAD, TOPIC, scan, truth

from headwater.grading import Graded, Message, Result, expect, expect_equal, functional

PAGE = """
    select count(), sum(weight_g) from shop.parcel_scans final
    where scanned_at >= toDateTime('2026-05-12 12:00:00', 'UTC')
"""
SINCE = 1_778_587_200  # the same time in UTC


@functional(demand="prompt")
def scans_since_tuesday_are_there(graded: Graded) -> Result:
    """The pages' queries return the right number and weights of scans since Tuesday noon."""
    rows = [row for row in truth(graded).rows.values() if int(str(row[5])) >= SINCE]
    expected = (len(rows), sum(int(str(row[4])) for row in rows))
    return expect_equal(graded.clickhouse.query(PAGE)[0], expected, "scans since Tuesday noon and their grams")


@functional(demand="docs/dead-letters.md#where-they-go")
def broken_messages_are_put_aside(graded: Graded) -> Result:
    """Each broken message that is valid text is in the dead letter topic, unchanged."""
    found = {message.value for message in graded.kafka.messages(DEAD)}
    expected = {message.value for message in truth(graded).broken.values() if message.value and _is_text(message.value)}
    return expect(found and expected <= found, f"{DEAD} has {len(found & expected)} of {len(expected)} broken messages")


def _is_text(value: bytes) -> bool:
    try:
        return bool(value.decode())
    except UnicodeDecodeError:
        return False


@functional(demand="prompt")
def a_new_broken_message_stops_nothing(graded: Graded) -> Result:
    """A new broken message is dead-lettered, and the scan after it is stored."""
    torn = scan(1)[:40]
    with graded.copy() as copy:
        copy.kafka.produce(TOPIC, [Message(torn, b"P-7", partition=0), Message(scan(2), b"P-7", partition=0)])
        completed = copy.run()
        aside = sum(message.value == torn for message in copy.kafka.messages(DEAD))
        through = copy.clickhouse.scalar(
            "select sum(weight_g) from shop.parcel_scans final where scan_id = 'NEW-000002'"
        )
    return expect(
        completed.exit_code == 0 and aside == 1 and through == 302,
        f"the run exited with {completed.exit_code}; {aside} of 1 dead letters; "
        f"the weight of the scan after it is {through}",
    )
