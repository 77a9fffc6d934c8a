"""Correctness checks: each scan is stored with its values, and exactly the broken messages are dead-lettered."""

from __future__ import annotations

from _scans import GROUP, TOPIC, difference, letters, stored_scans, truth

from headwater.grading import Graded, Result, correct, expect, expect_equal


@correct(demand="docs/parcel-scans.md")
def every_good_scan_is_stored(graded: Graded) -> Result:
    """Each valid scan has one row, with the right values."""
    fault = difference(stored_scans(graded.clickhouse), truth(graded).rows.values())
    return expect(not fault, fault or "every scan is stored as it was sent")


@correct(demand="docs/dead-letters.md#what-is-a-letter")
def only_broken_messages_are_letters(graded: Graded) -> Result:
    """The dead letters are exactly the broken messages, identified by partition and offset."""
    found, expected = {letter.place for letter in letters(graded.kafka)}, truth(graded).broken.keys()
    return expect(
        found == expected,
        f"{len(found & expected)} of {len(expected)} broken messages and {len(found - expected)} others are dead "
        "letters",
    )


@correct(demand="docs/dead-letters.md#what-a-letter-is")
def letters_are_whole(graded: Graded) -> Result:
    """The key, value and headers of a dead letter equal those of the original message, byte for byte."""
    broken = truth(graded).broken
    found = [letter for letter in letters(graded.kafka) if letter.place in broken]
    changed = [letter.place for letter in found if not _same(letter.message, broken[letter.place])]
    return expect(
        found and not changed,
        f"{len(changed)} of {len(found)} dead letters differ from their message, such as {changed[:3]}",
    )


def _same(one: object, other: object) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in ("key", "value", "headers"))


@correct(demand="docs/dead-letters.md#what-a-letter-is")
def letters_say_why(graded: Graded) -> Result:
    """Each dead letter has a reason in words, and the reasons differ."""
    found = [letter.reason.strip() for letter in letters(graded.kafka)]
    mute = sum(not reason for reason in found)
    return expect(
        found and not mute and len(set(found)) > 2,
        f"{len(found)} dead letters have {len(set(found))} different reasons; {mute} have none",
    )


@correct(demand="README.md#runs")
def nothing_is_left_to_read(graded: Graded) -> Result:
    """The group has committed the end offset of each partition."""
    return expect_equal(graded.kafka.committed(GROUP, TOPIC), truth(graded).ends, "the committed offsets of the group")
