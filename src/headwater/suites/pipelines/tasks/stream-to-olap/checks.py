"""Checks of stream-to-olap: every reading once and every bad message accounted for, whatever goes wrong."""

from __future__ import annotations

import re

from _readings import (
    CLICKHOUSE_AWAY,
    FEW,
    GROUP,
    GROWN,
    KAFKA_AWAY,
    MILLISECONDS,
    TOPIC,
    administer,
    apply_schema,
    catalog,
    delete_group,
    difference,
    found,
    growth,
    letters,
    produce,
    query_of,
    reading,
    reference_growth,
    set_back,
    truth,
    wanted_letters,
    wrong,
)

from headwater.grading import (
    Completed,
    Graded,
    Message,
    Result,
    correct,
    expect,
    functional,
    performant,
    production,
    robust,
)

METRICS = "analytics.metrics"
LETTERS = "analytics.metrics_dead_letters"


def ended_right(completed: Completed, fault: str, what: str) -> Result:
    """Pass if a run ended with 0 and nothing is wrong with the tables."""
    ended = f"ended with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")
    return expect(completed.exit_code == 0 and not fault, f"{what} the run {ended}; tables: {fault or 'as the topic'}")


@functional
def readings_are_there(graded: Graded) -> Result:
    """The readings can be read, and there are some."""
    rows = graded.clickhouse.scalar("select count() from analytics.metrics") or 0
    return expect(rows > 0, f"{METRICS} has {rows} rows")


@functional
def dead_letters_are_there(graded: Graded) -> Result:
    """So can the dead letters."""
    rows = graded.clickhouse.scalar("select count() from analytics.metrics_dead_letters") or 0
    return expect(rows > 0, f"{LETTERS} has {rows} rows")


@functional
def columns_have_the_agreed_names(graded: Graded) -> Result:
    """Readers find the columns that they were promised."""
    missing = {"event_id", "station", "metric", "unit", "ts", "value"} - set(graded.clickhouse.columns(METRICS))
    missing |= {"kafka_partition", "kafka_offset", "payload", "reason"} - set(graded.clickhouse.columns(LETTERS))
    return expect(not missing, f"missing columns: {', '.join(sorted(missing)) or 'none'}")


@functional
def dashboards_answer(graded: Graded) -> Result:
    """The queries of the dashboards give rows."""
    queries = ("queries/station_day.sql", "queries/failed_readings.sql", "queries/rejected.sql")
    rows = {path: len(graded.clickhouse.query(query_of(graded, path))) for path in queries}
    return expect(all(rows.values()), f"rows by query: {rows}")


@functional
def new_readings_arrive(graded: Graded) -> Result:
    """What is sent after a run is there after the next one."""
    with graded.copy() as copy:
        produce(copy, [reading(number) for number in range(12)])
        completed = copy.run()
        rows = copy.clickhouse.scalar("select count() from analytics.metrics where event_id like 'added-%'")
    return expect(rows == 12, f"the run ended with {completed.exit_code}; of 12 new readings {rows} are there")


@correct
def each_reading_is_there_once(graded: Graded) -> Result:
    """One row for each event of the topic: no more, no fewer."""
    fault = difference(found(graded.clickhouse, "event_id"), truth(graded.kafka).columns(0))
    return expect(not fault, fault or "every reading is there once")


@correct
def values_are_exact(graded: Graded) -> Result:
    """A value is what was sent, to the last bit, and null where the reading failed."""
    fault = difference(found(graded.clickhouse, "event_id, value"), truth(graded.kafka).columns(0, 5))
    return expect(not fault, fault or "every value is exact")


@correct
def failed_readings_are_null(graded: Graded) -> Result:
    """Readings without a value are there, without one."""
    sql = "select event_id from analytics.metrics where value is null order by event_id"
    wanted = [(event,) for event, row in sorted(truth(graded.kafka).readings.items()) if row[5] is None]
    fault = difference(graded.clickhouse.query(sql), [*wanted])
    return expect(not fault, fault or f"{len(wanted)} failed readings are null")


@correct
def times_are_exact(graded: Graded) -> Result:
    """Times of both schemas and of all zones are in UTC, to the millisecond."""
    fault = difference(found(graded.clickhouse, f"event_id, {MILLISECONDS}"), truth(graded.kafka).columns(0, 4))
    return expect(not fault, fault or "every time is exact")


@correct
def labels_are_right(graded: Graded) -> Result:
    """Stations and metrics are as sent, and units as the schema says."""
    actual = found(graded.clickhouse, "event_id, station, metric, unit")
    fault = difference(actual, truth(graded.kafka).columns(0, 1, 2, 3))
    return expect(not fault, fault or "every station, metric and unit is right")


@correct
def bad_messages_are_dead_letters(graded: Graded) -> Result:
    """Each message that is not as described is there by its partition and offset, and no other one."""
    actual = [row[:2] for row in letters(graded.clickhouse)]
    fault = difference(actual, [row[:2] for row in wanted_letters(truth(graded.kafka))])
    return expect(not fault, fault or f"{len(actual)} dead letters are those of the topic")


@correct
def dead_letters_keep_every_byte(graded: Graded) -> Result:
    """The raw content is kept, also where it is no text, and each has a reason."""
    fault = difference(letters(graded.clickhouse), wanted_letters(truth(graded.kafka)))
    mute = graded.clickhouse.scalar("select countIf(trim(reason) = '') from analytics.metrics_dead_letters")
    return expect(not fault and mute == 0, fault or f"every byte is there; without a reason are {mute}")


@correct
def types_fit(graded: Graded) -> Result:
    """Times to the millisecond, floats that may be missing, and texts that repeat stored once."""
    columns = graded.clickhouse.columns(METRICS)
    text = r"LowCardinality\(String\)|LowCardinality\(Nullable\(String\)\)|Enum\d+\(.*"
    fitting = {
        "event_id": "String",
        "station": text,
        "metric": text,
        "unit": text,
        "ts": r"DateTime64\([3-9](, 'UTC')?\)",
        "value": r"Nullable\(Float64\)",
    }
    unfit = {name: columns.get(name) for name, kind in fitting.items() if not re.fullmatch(kind, columns.get(name, ""))}
    return expect(not unfit, f"types that do not fit: {unfit or 'none'}")


@robust
def a_reading_sent_again_stays_one(graded: Graded) -> Result:
    """Messages that come again after a run, in another partition, change nothing."""
    with graded.copy() as copy:
        again = [message.value for message in copy.kafka.messages(TOPIC)[::7] if b'"schema"' in (message.value or b"")]
        copy.kafka.produce(TOPIC, [Message(value, partition=n * 3 % 4) for n, value in enumerate(again)])
        completed = copy.run()
        return ended_right(completed, wrong(copy), f"after {len(again)} messages that came again")


@robust
def a_crash_before_the_commit_does_no_harm(graded: Graded) -> Result:
    """When the group's offsets are behind what is stored, reading again changes nothing."""
    with graded.copy() as copy:
        set_back(copy)
        return ended_right(copy.run(), wrong(copy), "with the group set back")


@robust
def a_deleted_group_does_no_harm(graded: Graded) -> Result:
    """Without the group the topic is read from its start, which changes nothing but what is new."""
    with graded.copy() as copy:
        delete_group(copy)
        produce(copy, [reading(1), b"{", reading(2)])
        return ended_right(copy.run(), wrong(copy), "with the group deleted")


@robust
def poison_does_not_hold_up_the_rest(graded: Graded) -> Result:
    """Messages that break parsers and drivers go to the dead letters, and those behind them arrive."""
    good = reading(3).decode()
    poison: list[bytes | None] = [
        b"[" * 100_000,
        good.replace("added-000003", "\\ud800").encode(),
        good.replace("0.375", "1e999").encode(),
        good.replace("0.375", "9" * 400).encode(),
        good.replace("2026-", "0001-").encode(),
        good.replace('"schema": 2', '"schema": [2]').encode(),
        good.replace('"gh-04"', '{"name": "gh-04"}').encode(),
        b"\x00\x80\xff",
        b"null",
        None,
    ]
    with graded.copy() as copy:
        copy.kafka.produce(TOPIC, [Message(payload, partition=0) for payload in [*poison, reading(4), reading(5)]])
        return ended_right(copy.run(), wrong(copy), f"after {len(poison)} poisonous messages")


@robust
def an_added_partition_is_read(graded: Graded) -> Result:
    """A partition that is new to the topic is read from its start."""
    with graded.copy() as copy:
        administer(copy, f"admin.create_partitions([NewPartitions({TOPIC!r}, 6)])[{TOPIC!r}].result(10)")
        produce(copy, [reading(number) for number in range(60)], partitions=6)
        completed = copy.run()
        added = copy.clickhouse.scalar("select count() from analytics.metrics where event_id like 'added-%'")
        return ended_right(completed, wrong(copy), f"with two more partitions {added} of 60 new readings are there;")


@robust
def expired_messages_are_no_obstacle(graded: Graded) -> Result:
    """When the group is at messages that expired, reading starts at those that are left."""
    with graded.copy() as copy:
        before = truth(copy.kafka)
        set_back(copy)
        parts = ", ".join(f"TopicPartition({TOPIC!r}, {number}, 200)" for number in range(4))
        administer(copy, f"for future in admin.delete_records([{parts}]).values(): future.result(10)")
        produce(copy, [reading(6), reading(7)])
        completed = copy.run()
        after = truth(copy.kafka)
        both = type(after)(before.readings | after.readings, before.rejected | after.rejected, after.ends)
        return ended_right(completed, wrong(copy, both), "after messages expired")


@robust
def nothing_is_lost_while_clickhouse_is_away(graded: Graded) -> Result:
    """A run without ClickHouse fails visibly and counts nothing as read; the next one makes up for it."""
    with graded.copy() as copy:
        produce(copy, [reading(number) for number in range(40)])
        before = copy.kafka.committed(GROUP, TOPIC)
        away = copy.run(env=CLICKHOUSE_AWAY)
        moved = copy.kafka.committed(GROUP, TOPIC) != before
        copy.run()
        fault = wrong(copy)
    said = f"without ClickHouse the run ended with {away.exit_code}, offsets {'moved' if moved else 'kept'}"
    return expect(
        away.exit_code not in (0, 124) and not moved and not fault,
        f"{said}; after the next one: {fault or 'as the topic'}",
    )


@robust
def ends_when_kafka_is_away(graded: Graded) -> Result:
    """Without Kafka a run does not wait for ever."""
    with graded.copy() as copy:
        away = copy.run(env=KAFKA_AWAY)
        copy.run()
        fault = wrong(copy)
    in_time = away.exit_code not in (0, 124) and away.seconds <= 45
    said = f"without Kafka the run ended with {away.exit_code} after {away.seconds:.0f} s"
    return expect(in_time and not fault, f"{said}; after the next one: {fault or 'as the topic'}")


PRODUCER = """
import os, time
from confluent_kafka import Producer
producer = Producer({"bootstrap.servers": os.environ["KAFKA_BOOTSTRAP_SERVERS"], "linger.ms": 1})
for number in range(4000):
    message = TEMPLATE.replace(b"added-000001", b"stream-%06d" % number)
    producer.produce("metrics", message, partition=number % 4)
    producer.poll(0)
    time.sleep(0.02)
"""


@robust
def stops_while_messages_keep_coming(graded: Graded) -> Result:
    """A run ends at the ends it found, and the next one goes on there."""
    assert graded.config.entrypoint is not None
    command = graded.config.entrypoint.command
    with graded.copy() as copy:
        copy.write(".producer", f"TEMPLATE = {reading(1)!r}\n{PRODUCER}")
        completed = copy.run(
            f"python3 -I .producer & producer=$!; sleep 1; timeout 40 {command}; code=$?; kill $producer; exit $code"
        )
        copy.run()
        fault = wrong(copy)
    return ended_right(completed, fault, "while messages kept coming")


@robust
def an_empty_topic_is_no_error(graded: Graded) -> Result:
    """Without messages there are empty tables, and no error."""
    with graded.copy() as copy:
        delete_group(copy)
        administer(copy, f"admin.delete_topics([{TOPIC!r}])[{TOPIC!r}].result(10)")
        copy.kafka.create_topic(TOPIC, 3)
        copy.clickhouse.execute("drop database if exists analytics")
        completed = copy.run()
        rows = [copy.clickhouse.scalar(f"select count() from {table}") for table in (METRICS, LETTERS)]
    ended = f"ended with {completed.exit_code} {completed.tail if completed.exit_code else ''}"
    return expect(completed.exit_code == 0 and rows == [0, 0], f"without messages the run {ended} and left {rows} rows")


@performant
def keeps_up(graded: Graded) -> Result:
    """A hundred thousand messages take no more than five times what the reference takes, and five seconds."""
    mine, reference = growth(graded), reference_growth(graded)
    seconds, limit = mine.many.completed.seconds, 5 * reference.many.completed.seconds + 5
    loaded = mine.loaded - mine.before
    return expect(
        loaded == GROWN and seconds <= limit,
        f"{loaded} of {GROWN} messages in {seconds:.1f} s; the limit is {limit:.1f} s",
    )


@performant
def writes_in_large_portions(graded: Graded) -> Result:
    """An insert brings five hundred messages or more: each one makes a part that has to be merged."""
    mine = growth(graded)
    loaded = mine.loaded - mine.before
    return expect(
        loaded == GROWN and mine.many.inserts <= GROWN / 500,
        f"{mine.many.inserts} inserts for {loaded} messages",
    )


@performant
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """Without news nothing is inserted; a few rows are allowed for the server's own logs."""
    mine = growth(graded)
    inserted = mine.none.inserted
    return expect(
        mine.loaded > 0 and inserted <= FEW,
        f"without news a run inserted {inserted} rows beside {mine.loaded}",
    )


@performant
def a_few_messages_cost_little(graded: Graded) -> Result:
    """For a hundred messages a run does not read through half of what is stored, nor write it again."""
    mine = growth(graded)
    selected, inserted = mine.few.selected, mine.few.inserted
    return expect(
        mine.arrived == FEW and selected <= mine.loaded / 2 and inserted <= mine.loaded / 20,
        f"for {FEW} messages, {mine.arrived} of them there, a run read {selected} rows and wrote {inserted}, "
        f"beside {mine.loaded}",
    )


@performant
def the_growers_page_reads_few_rows(graded: Graded) -> Result:
    """A day of a metric at a station reads a third of the readings, or thrice what the reference reads."""
    mine, reference = growth(graded), reference_growth(graded)
    limit = max(mine.loaded / 3, 3 * (reference.page or 0))
    return expect(
        mine.page is not None and mine.loaded > GROWN and mine.page <= limit,
        f"the page reads {mine.page} rows of {mine.loaded}; with the reference {reference.page}",
    )


@production
def lag_is_zero(graded: Graded) -> Result:
    """The group has committed the end of each partition that holds messages."""
    committed, ends = graded.kafka.committed(GROUP, TOPIC), truth(graded.kafka).ends
    lag = {number: end - committed.get(number, 0) for number, end in ends.items()}
    return expect(bool(ends) and not any(lag.values()), f"lag of {GROUP} by partition: {lag}")


@production
def prints_what_it_did(graded: Graded) -> Result:
    """The last line says how many messages were read and how many of them rejected."""
    with graded.copy() as copy:
        produce(copy, [reading(1), b"{", reading(2), reading(3), b"?", reading(4), reading(1)])
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1].strip()
    right = completed.exit_code == 0 and last == "read=7 rejected=2"
    return expect(right, f"after 7 messages, 2 of them bad, the last line is {last[:120]!r}")


@production
def fails_readably(graded: Graded) -> Result:
    """A failing run says on stderr what is wrong: no traceback, no password."""
    with graded.copy() as copy:
        completed = copy.run(env=CLICKHOUSE_AWAY | {"CLICKHOUSE_PASSWORD": "hush-4711"})
    said = completed.stderr.strip()
    fit = bool(said) and "Traceback" not in said and "hush-4711" not in said + completed.stdout
    return expect(
        completed.exit_code not in (0, 124) and fit,
        f"without ClickHouse it ended with {completed.exit_code}: {said[-200:]!r}",
    )


@production
def schema_sql_recreates_everything(graded: Graded) -> Result:
    """The definitions in the repository are the ones in use, and may be applied twice."""
    in_use = catalog(graded.clickhouse)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        codes = [apply_schema(copy).exit_code, apply_schema(copy).exit_code]
        made = catalog(copy.clickhouse)
    promised = {"metrics", "metrics_dead_letters"} <= set(made)
    same = all(made[name] == columns for name, columns in in_use.items() if name in made)
    return expect(
        codes == [0, 0] and promised and same,
        f"schema.sql ended with {codes} and made {sorted(made)}; in use are {sorted(in_use)}",
    )


@production
def nothing_is_left_over(graded: Graded) -> Result:
    """There is nothing in the database that schema.sql does not make: no scratch tables, no copies."""
    in_use = set(catalog(graded.clickhouse))
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        apply_schema(copy)
        surplus = sorted(in_use - set(catalog(copy.clickhouse)))
    return expect(
        bool(in_use) and not surplus,
        f"not of schema.sql: {', '.join(surplus) or 'nothing'}, of {sorted(in_use)}",
    )


@production
def everything_can_be_built_again(graded: Graded) -> Result:
    """With the database dropped and the group set back, a run brings everything back."""
    with graded.copy() as copy:
        set_back(copy)
        copy.clickhouse.execute("drop database if exists analytics")
        return ended_right(copy.run(), wrong(copy), "after the database was dropped")


@production
def kafka_is_left_alone(graded: Graded) -> Result:
    """No topic was made and no message written."""
    was, now = graded.starting.kafka, graded.kafka
    same = was.topics() == now.topics() and len(was.messages(TOPIC)) == len(now.messages(TOPIC))
    return expect(same, f"topics were {was.topics()} and are {now.topics()}; {len(now.messages(TOPIC))} messages")


@production
def readme_is_a_runbook(graded: Graded) -> Result:
    """It names the command, the environment, the group, the dead letters and the way to read again."""
    text = graded.workspace.read_text("README.md")
    wanted = {
        "the command": r"python3 consume\.py",
        "Kafka's variable": r"KAFKA_BOOTSTRAP_SERVERS",
        "ClickHouse's variables": r"CLICKHOUSE_(URL|HOST)",
        "the group": re.escape(GROUP),
        "the dead letters": r"metrics_dead_letters",
        "how to read again": r"(?i)offset|reset|group back|earliest",
    }
    missing = [what for what, pattern in wanted.items() if not re.search(pattern, text)]
    return expect(not missing, f"README.md does not name: {', '.join(missing) or 'nothing that it needs'}")
