"""Erase people from ClickHouse by new partitions, which reach no rollup because nothing is inserted into the tables."""

import json
from datetime import datetime, time, timedelta

from clickhouse_connect.driver.client import Client
from counting import Counts
from identity import Person
from matching import ADDRESS, Matcher, in_utc

WORK = (
    "erasing_rows",
    "erasing_days",
    "erasing_profiles",
    "erasing_payment_rows",
    "erasing_shadow",
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
        self.drop_work()
        self._erase_events()
        self._erase_days()
        self._erase_profiles()
        self._empty_payments()
        self._redact_searches()
        self.drop_work()

    def drop_work(self) -> None:
        """Remove the working tables, also those of a killed run."""
        for name in WORK:
            self._client.command(f"DROP TABLE IF EXISTS analytics.{name} SYNC")

    def _rows(self, sql: str) -> list[tuple]:
        return list(self._client.query(sql, parameters=self._wanted).result_rows)

    def _fill(self, name: str, columns: str, engine: str, rows: list) -> None:
        self._client.command(f"CREATE TABLE analytics.{name} ({columns}) ENGINE = {engine}")
        self._client.insert(f"analytics.{name}", [list(row) for row in rows])

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
            kept = f"SELECT * FROM analytics.{table} WHERE ({keys}) NOT IN (SELECT {keys} FROM analytics.{work})"
            self._replace(table, kept)

    def _redact(self, table: str, key: str, column: str, work: str, rows: list[tuple]) -> None:
        if rows:
            self._fill(work, "id UInt64, text String", "Join(ANY, LEFT, id)", rows)
            text = f"if({key} IN (SELECT id FROM analytics.{work}), joinGet('analytics.{work}', 'text', {key}), {column})"
            self._replace(table, f"SELECT * REPLACE ({text} AS {column}) FROM analytics.{table}")

    def _replace(self, table: str, rows: str) -> None:
        """Replace the partitions of a table by those of a shadow table with other rows."""
        partitions = self._client.query(
            "SELECT DISTINCT partition_id FROM system.parts WHERE active AND database = 'analytics' AND table = {table:String}",
            parameters={"table": table},
        ).result_rows
        self._client.command("DROP TABLE IF EXISTS analytics.erasing_shadow SYNC")
        self._client.command(f"CREATE TABLE analytics.erasing_shadow AS analytics.{table}")
        self._client.command(f"INSERT INTO analytics.erasing_shadow {rows}")
        for (partition,) in partitions:
            if partition == "all":
                place = f"ALTER TABLE analytics.{table} REPLACE PARTITION ID 'all' FROM analytics.erasing_shadow"
            else:
                place = f"ALTER TABLE analytics.{table} REPLACE PARTITION {int(partition)} FROM analytics.erasing_shadow"
            self._client.command(place)

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
        is_own = "payment_id IN (SELECT payment_id FROM analytics.erasing_payment_rows)"
        values = f"if({is_own}, 0, account_id) AS account_id, if({is_own}, '', email) AS email"
        self._replace("payments", f"SELECT * REPLACE ({values}) FROM analytics.payments")

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
