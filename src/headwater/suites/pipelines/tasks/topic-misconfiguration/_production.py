"""Production checks: topics are declared, documented and clean, and oversized events are refused."""

from __future__ import annotations

import re
import tomllib

from _photos import FIRST, LIMIT, MISSPELT, TOPIC, config, event, number_of, topic_messages, write

from headwater.grading import Graded, Result, expect, production


@production(demand="docs/topics.md#what is declared is what the broker has")
def what_is_declared_is_what_there_is(graded: Graded) -> Result:
    """Each topic in topics.toml, including photo-events, exists on the broker with the declared settings."""
    declared = tomllib.loads(graded.workspace.read_text("topics.toml"))
    other = []
    with graded.copy() as copy:
        partitions = copy.kafka.topics()
        for name, topic in declared.items():
            settings = config(copy, name)
            expected = topic.get("config", {})
            if partitions.get(name) != topic.get("partitions") or any(
                settings.get(k) != v for k, v in expected.items()
            ):
                other.append(name)
    return expect(
        TOPIC in declared and not other, f"topics.toml has {sorted(declared)}; the broker differs for {other or 'none'}"
    )


@production(demand="docs/topics.md#topics that nobody uses are deleted")
def nothing_unused_is_left(graded: Graded) -> Result:
    """Exactly the declared topics exist on the broker."""
    found, declared = set(graded.kafka.topics()), set(tomllib.loads(graded.workspace.read_text("topics.toml")))
    surplus = sorted(found - declared | found & {MISSPELT})
    return expect(found and not surplus, f"undeclared topics: {surplus or 'none'}, of {sorted(found)}")


@production(demand="docs/topics.md#looks here first")
def whoever_is_on_call_finds_it(graded: Graded) -> Result:
    """The documented table of topics lists photo-events with six partitions, and not the misspelt name."""
    text = graded.workspace.read_text("docs/topics.md")
    rows = re.findall(r"^\|\s*`?([\w.-]+)`?\s*\|\s*(\d+)\s*\|", text, re.M)
    return expect(
        (TOPIC, "6") in rows and MISSPELT not in dict(rows) and ("photo-views", "3") in rows,
        f"docs/topics.md lists {rows}",
    )


@production(demand="docs/topics.md#largest message")
def what_is_too_large_is_refused(graded: Graded) -> Result:
    """At an event above 4 MiB, publish.py sends the events before it, prints a clear line, and exits with 1."""
    with graded.copy() as copy:
        write(copy, [event(1, 3), event(2, 4, preview=LIMIT + 200_000), event(3, 3)])
        completed = copy.run("python3 publish.py")
        largest = config(copy, TOPIC).get("max.message.bytes")
        through = [number for number in (1, 2, 3) if FIRST + number in map(number_of, topic_messages(copy))]
    output = completed.stderr.strip()
    return expect(
        completed.exit_code == 1 and through == [1] and largest == str(LIMIT) and output and "Traceback" not in output,
        f"the topic accepts {largest} bytes; publish.py sent {through} and exited with {completed.exit_code}: "
        f"{output[-160:]}",
    )
