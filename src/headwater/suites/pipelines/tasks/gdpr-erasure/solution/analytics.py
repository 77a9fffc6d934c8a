"""Erase people from ClickHouse, with few mutations and without inserts that would reach the rollups."""

import json
from datetime import datetime, time, timedelta
from time import sleep

from clickhouse_connect.driver.client import Client
from counting import Counts
from identity import Person
from matching import ADDRESS, Matcher, in_utc

NOW = {"mutations_sync": 2}
WAITING = "SELECT count() FROM system.mutations WHERE database = 'analytics' AND NOT is_done"
WORK = (
    "erasing_rows",
    "erasing_days",
    "erasing_profiles",
    "erasing_payment_rows",
    "erasing_payments",
    "erasing_texts",
    "erasing_queries",
)
OWN = "account_id IN {numbers:Array(UInt64)}"
MENTIONS = """
    hasAny(
        arrayMap(
            a -> lower(decodeURLComponent(a)),
            extractAll(replaceAll({column}, '\\\\u0040', '@'), {{pattern:String}})
        ),
        {{addresses:Array(String)}}
    )
"""
EMPTIED = """
    INSERT INTO analytics.erasing_payments
    SELECT payment_id, if(is_own, 0, account_id), if(is_own, '', email), paid_at, country, plan, amount
    FROM (
        SELECT *, payment_id IN (SELECT payment_id FROM analytics.erasing_payment_rows) AS is_own
        FROM analytics.payments WHERE toYYYYMM(paid_at) IN {months:Array(UInt32)}
    )
"""


class Analytics:
    """The data of some people in ClickHouse."""

    def __init__(self, client: Client, matcher: Matcher, values: set[str], counts: Counts) -> None:
        self._client, self._matcher, self._counts = client, matcher, counts
        self._wanted = {
            "numbers": [int(value) for value in values if value.isdigit()],
            "addresses": [value for value in values if not value.isdigit()],
            "pattern": ADDRESS.replace(r"|\\u0040", ""),
        }

    def erase(self) -> None:
        """Erase the people from all tables."""
        self._wait()
        self.drop_work()
        self._erase_events()
        self._erase_days()
        self._erase_profiles()
        self._empty_payments()
        self._redact_searches()
        self.drop_work()

    def _wait(self) -> None:
        """Wait for mutations of a killed run, which still need its working tables."""
        for _ in range(600):
            if not self._client.query(WAITING).first_row[0]:
                return
            sleep(0.1)

    def drop_work(self) -> None:
        """Remove the working tables, also those of a killed run."""
        for name in WORK:
            self._client.command(f"DROP TABLE IF EXISTS analytics.{name} SYNC")

    def _rows(self, sql: str) -> list[tuple]:
        return list(self._client.query(sql, parameters=self._wanted).result_rows)

    def _fill(self, name: str, columns: str, engine: str, rows: list) -> None:
        self._client.command(f"CREATE TABLE analytics.{name} ({columns}) ENGINE = {engine}")
        self._client.insert(f"analytics.{name}", [list(row) for row in rows])

    def _change(self, sql: str) -> None:
        self._client.command(sql, settings=NOW)

    def _own(self, rows: list[tuple], keys: int) -> list[tuple]:
        """Return the keys of the rows of the people. Rows end with a number and a time."""
        found = []
        for row in rows:
            person: Person | None = self._matcher.by_number(row[-2], in_utc(row[-1]))
            if person:
                self._counts.add("clickhouse", [person])
                found.append(row[:keys])
        return found

    def _erase_events(self) -> None:
        rows = self._rows(
            "SELECT event_id, properties, account_id, at FROM analytics.events"
            f" WHERE {OWN} OR {MENTIONS.format(column='properties')}"
        )
        deleted, changed = [], []
        for event_id, text, number, at in rows:
            email = json.loads(text).get("email") if not number else None
            owner = self._matcher.owner(number, email, in_utc(at))
            new, mentioned = ("", {owner}) if owner else self._matcher.redact(text, in_utc(at))
            self._counts.add("clickhouse", mentioned)
            if owner:
                deleted.append((event_id,))
            elif mentioned:
                changed.append((event_id, new))
        self._delete("events", "event_id", "erasing_rows", "event_id UInt64", deleted)
        self._redact("events", "event_id", "properties", "erasing_texts", changed)

    def _delete(self, table: str, keys: str, work: str, columns: str, rows: list[tuple]) -> None:
        if rows:
            self._fill(work, columns, "MergeTree ORDER BY tuple()", rows)
            rows_of = f"({keys}) IN (SELECT {keys} FROM analytics.{work})"
            self._change(f"ALTER TABLE analytics.{table} DELETE WHERE {rows_of}")

    def _redact(self, table: str, key: str, column: str, work: str, rows: list[tuple]) -> None:
        if rows:
            self._fill(work, "id UInt64, text String", "Join(ANY, LEFT, id)", rows)
            text = f"joinGet('analytics.{work}', 'text', {key})"
            rows_of = f"{key} IN (SELECT id FROM analytics.{work})"
            self._change(f"ALTER TABLE analytics.{table} UPDATE {column} = {text} WHERE {rows_of}")

    def _erase_days(self) -> None:
        rows = self._rows(f"SELECT DISTINCT account_id, day FROM analytics.account_days WHERE {OWN}")
        last = timedelta(days=1) - timedelta(seconds=1)
        own = self._own([(number, day, number, datetime.combine(day, time()) + last) for number, day in rows], 2)
        self._delete("account_days", "account_id, day", "erasing_days", "account_id UInt64, day Date", own)

    def _erase_profiles(self) -> None:
        rows = self._rows(
            f"SELECT account_id, updated_at, account_id, updated_at FROM analytics.profiles WHERE {OWN}"
        )
        columns = "account_id UInt64, updated_at DateTime('UTC')"
        self._delete("profiles", "account_id, updated_at", "erasing_profiles", columns, self._own(rows, 2))

    def _empty_payments(self) -> None:
        """Replace whole months: the account is part of the key, and an insert would count as revenue."""
        rows = self._rows(
            f"SELECT payment_id, toYYYYMM(paid_at), account_id, paid_at FROM analytics.payments WHERE {OWN}"
        )
        own = self._own(rows, 2)
        if not own:
            return
        self._fill("erasing_payment_rows", "payment_id UInt64", "MergeTree ORDER BY tuple()", [row[:1] for row in own])
        months = sorted({row[1] for row in own})
        self._client.command("CREATE TABLE analytics.erasing_payments AS analytics.payments")
        self._client.command(
            EMPTIED,
            parameters={"months": months},
        )
        for month in months:
            replace = f"REPLACE PARTITION {int(month)} FROM analytics.erasing_payments"
            self._client.command(f"ALTER TABLE analytics.payments {replace}")

    def _redact_searches(self) -> None:
        mentions = MENTIONS.format(column="query")
        rows = self._rows(f"SELECT search_id, query, at FROM analytics.searches WHERE {mentions}")
        changed = []
        for search_id, text, at in rows:
            new, mentioned = self._matcher.redact(text, in_utc(at))
            self._counts.add("clickhouse", mentioned)
            if mentioned:
                changed.append((search_id, new))
        self._redact("searches", "search_id", "query", "erasing_queries", changed)
