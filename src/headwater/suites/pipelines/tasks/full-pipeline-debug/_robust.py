"""Robustness checks: killed and overlapping runs, failing services, unusable messages and readers do no harm."""

from __future__ import annotations

from collections.abc import Callable

from _chance import Round, chance
from _chance_faults import clickhouse_fault, rejected_fault, topic_fault
from _changes import changes, rejected
from _scenarios import disturbed, new_site, outages, repaired
from _topic import topic_left

from headwater.grading import Graded, Result, expect, robust


@robust(demand="docs/decisions/0038-every-minute.md#A run can be killed at any moment", required=True)
def killed_runs_lose_nothing(graded: Graded) -> Result:
    """After runs that were killed while they published or loaded, the next run makes all right."""
    results = disturbed(graded)
    return expect(results.killed.is_good and not results.topic, f"{results.killed.message}; {results.topic}")


@robust(demand="docs/decisions/0038-every-minute.md#can fail in the middle", required=True)
def a_failing_clickhouse_loses_nothing(graded: Graded) -> Result:
    """After runs in which ClickHouse failed after a few requests, the next run makes all right."""
    results = disturbed(graded)
    failed = sum(report.get("code") != 0 for report in results.reports)
    return expect(results.cut.is_good and failed >= 2, f"{failed} of 4 runs failed; the next: {results.cut.message}")


@robust(demand="docs/decisions/0038-every-minute.md#A run that finds another one at work", required=True)
def overlapping_runs_do_no_harm(graded: Graded) -> Result:
    """Three runs at the same time exit with 0, and all is right after the next run."""
    results = disturbed(graded)
    fit = results.codes == [0, 0, 0] and results.overlapping.is_good
    return expect(fit, f"they exited with {results.codes}; the next run: {results.overlapping.message}")


@robust(demand="docs/decisions/0038-every-minute.md#Postgres, Kafka or ClickHouse can fail")
def an_outage_of_kafka_loses_nothing(graded: Graded) -> Result:
    """Runs without Postgres and Kafka fail, and the next one sends and loads what they missed."""
    results = outages(graded)
    codes = [results.runs[name].exit_code for name in ("postgres", "kafka")]
    fit = codes == [1, 1] and results.kafka.is_good and not results.topic
    return expect(fit, f"they exited with {codes}; the next run: {results.kafka.message}; {results.topic}")


@robust(demand="docs/decisions/0038-every-minute.md#Postgres, Kafka or ClickHouse can fail")
def an_outage_of_clickhouse_loses_nothing(graded: Graded) -> Result:
    """A run without ClickHouse fails, and the next one makes all right."""
    results = outages(graded)
    code = results.runs["clickhouse"].exit_code
    return expect(code == 1 and results.clickhouse.is_good, f"it exited with {code}; {results.clickhouse.message}")


@robust(demand="docs/decisions/0037-list-of-unusable-messages.md#No message stops a run", required=True)
def unusable_messages_change_nothing(graded: Graded) -> Result:
    """Unusable messages of many forms change no parcel, and stop no run."""
    run = changes(graded).odd
    return expect(run.is_good, run.message)


@robust(demand="docs/decisions/0037-list-of-unusable-messages.md#lists every unusable message of the topic")
def unusable_messages_are_listed(graded: Graded) -> Result:
    """analytics.rejected_messages has the unusable messages, those of the last months included, and no others."""
    results = changes(graded)
    old, right = rejected(graded), topic_left(graded).unusable
    missing, extra = (
        (results.places | right) - (results.rejected | old),
        (results.rejected | old) - (results.places | right),
    )
    return expect(
        not missing and not extra, f"{len(missing)} are not listed, {len(extra)} others are: {sorted(missing)[:3]}"
    )


@robust(demand="docs/topic.md#A consumer reads all partitions that exist")
def new_partitions_are_read(graded: Graded) -> Result:
    """After the topic got more partitions, changes arrive."""
    run = changes(graded).partitions
    return expect(run.is_good and len(run.sent) >= 100, f"{len(run.sent)} of 101 were sent; {run.message}")


@robust(demand="docs/decisions/0034-what-readers-see.md#A figure that is right is right at any moment", required=True)
def readers_see_right_figures(graded: Graded) -> Result:
    """While a run and a repair change other depots, each reader sees the right figures of a depot."""
    report, right = repaired(graded).report, repaired(graded).answer
    others = [answer for answer in report.get("answers", []) if answer != right]
    fit = report.get("codes") == [0, 0] and not report.get("failed") and report.get("answers") and not others
    return expect(bool(fit), f"other answers than {right}: {others}; {str(report)[:300]}")


@robust(demand="docs/decisions/0038-every-minute.md#At a new site")
def a_new_site_gets_all_parcels(graded: Graded) -> Result:
    """At a site with the application's tables and an empty topic, the first run and the next one make all right."""
    site = new_site(graded)
    fit = site.first.is_good and not site.topic and site.next.is_good
    return expect(fit, f"{site.first.message}; {site.topic}; the next run: {site.next.message}")


@robust(demand="docs/decisions/0036-repair-and-compare.md#It can be killed or lose a service")
def a_repair_after_a_killed_one_is_complete(graded: Graded) -> Result:
    """A repair after one that was killed leaves nothing to a run without changes, which sends and loads nothing."""
    results = repaired(graded)
    fit = results.repair.is_good and results.idle.is_good and not results.idle.sent and not results.idle.inserted
    return expect(fit, f"{results.repair.message}; then {len(results.idle.sent)} were sent; {results.idle.message}")


@robust(demand="docs/decisions/0036-repair-and-compare.md#it sends nothing")
def a_repair_of_a_right_state_sends_nothing(graded: Graded) -> Result:
    """If the topic and ClickHouse are right, a repair sends no message, and they stay right."""
    results = repaired(graded)
    line = results.report.get("repair", "")
    return expect(line.startswith("sent=0 read=") and not results.last, f"it printed {line!r}; {results.last}")


@robust(demand="docs/decisions/0038-every-minute.md#After a run that was alone", required=True)
def rounds_of_chance_leave_clickhouse_right(graded: Graded) -> Result:
    """After each round of changes, partners, kills, meetings and repairs, readers of ClickHouse see the parcels."""
    return _rounds(graded, clickhouse_fault)


@robust(demand="docs/topic.md#all of them, with their current values and no others", required=True)
def rounds_of_chance_leave_the_topic_right(graded: Graded) -> Result:
    """After each round of changes, partners, kills, meetings and repairs, a follower knows the parcels."""
    return _rounds(graded, topic_fault)


@robust(demand="docs/decisions/0037-list-of-unusable-messages.md#lists every unusable message of the topic")
def rounds_of_chance_list_unusable_messages(graded: Graded) -> Result:
    """After each round, analytics.rejected_messages has the unusable messages of the topic, and no others."""
    return _rounds(graded, rejected_fault)


def _rounds(graded: Graded, describe: Callable[[Round], str]) -> Result:
    fault, rounds = chance(graded)
    faults = list(filter(None, map(describe, rounds)))
    return expect(
        not fault and not faults, fault or (faults or [f"{len(rounds)} rounds were right"])[0], faults=faults[:9]
    )
