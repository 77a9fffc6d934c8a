"""Erase people from Postgres, in one transaction that also completes their requests."""

import json
import re
from datetime import datetime

import psycopg
from counting import Counts
from identity import END, EVER, Identities, Person
from matching import Matcher, Tokens

STORES = ("postgres", "clickhouse", "files")
_NUMBER = re.compile(r'"account_id": (\d+)')
_EMAIL = re.compile(r'"email": "([^"]+)"')
TEXTS = (("recipes", "recipe_id", "body"), ("recipes", "recipe_id", "title"), ("comments", "comment_id", "body"))
SCHEMA = """
    CREATE TABLE IF NOT EXISTS privacy.erased (
        token text NOT NULL,
        valid_from timestamptz,
        valid_until timestamptz NOT NULL
    );
    COMMENT ON TABLE privacy.erased IS 'Keyed hashes of numbers and addresses of erased people, and their times.';
"""


class Operational:
    """The data of some people in Postgres."""

    def __init__(self, postgres: psycopg.Connection, matcher: Matcher, identities: Identities, counts: Counts) -> None:
        self._postgres, self._matcher, self._identities, self._counts = postgres, matcher, identities, counts

    def erase(self, people: frozenset[Person]) -> None:
        """Erase people from all tables except those of requests."""
        self._erase_texts(people)
        self._erase_records()
        # Deleting accounts fills their history, so it comes last.
        self._erase_links(people)
        self._postgres.execute("REFRESH MATERIALIZED VIEW app.author_cards")

    def _count(self, people: set[Person]) -> None:
        self._counts.add("postgres", people)

    def _erase_texts(self, people: frozenset[Person]) -> None:
        numbers = self._identities.current_numbers(set(people))
        self._tombstone("recipes", "title = '[erased]', body = '[erased]'", numbers)
        self._tombstone("comments", "body = '[erased]'", numbers)
        for table, key, column in TEXTS:
            rows = self._postgres.execute(
                f"SELECT {key}, {column}, created_at FROM app.{table} WHERE strpos({column}, '@') > 0"
            ).fetchall()
            self._redact(f"app.{table}", key, column, "text", rows)

    def _tombstone(self, table: str, values: str, numbers: list[int]) -> None:
        own = f"app.{table} WHERE account_id = ANY(%s)"
        rows = self._postgres.execute(f"SELECT account_id FROM {own}", [numbers]).fetchall()
        for (number,) in rows:
            self._count({self._identities.by_number(number, END)})
        update = f"UPDATE app.{table} SET account_id = NULL, {values} WHERE account_id = ANY(%s)"
        self._postgres.execute(update, [numbers])

    def _redact(self, table: str, key: str, column: str, kind: str, rows: list[tuple]) -> None:
        """Replace mentions in a column. Rows have a key, a text and a time."""
        ids, texts = [], []
        for row_id, text, when in rows:
            new, mentioned = self._matcher.redact(text, when)
            if mentioned:
                self._count(mentioned)
                ids.append(row_id)
                texts.append(new)
        if ids:
            self._postgres.execute(
                f"UPDATE {table} t SET {column} = n.value::{kind}"
                f" FROM unnest(%s::bigint[], %s::text[]) n (id, value) WHERE t.{key} = n.id",
                [ids, texts],
            )

    def _erase_records(self) -> None:
        invoices = self._own(
            "SELECT invoice_id, account_id, NULL, billed_at FROM app.invoices WHERE account_id IS NOT NULL"
        )
        self._postgres.execute(
            "UPDATE app.invoices SET account_id = NULL, billing_name = NULL, billing_email = NULL"
            " WHERE invoice_id = ANY(%s)",
            [invoices]
        )
        tickets = self._own("SELECT ticket_id, account_id, payload->>'from', opened_at FROM app.tickets")
        self._postgres.execute("DELETE FROM app.tickets WHERE ticket_id = ANY(%s)", [tickets])
        rows = self._postgres.execute("SELECT ticket_id, payload, opened_at FROM app.tickets").fetchall()
        texts = [(row_id, json.dumps(payload, ensure_ascii=False), when) for row_id, payload, when in rows]
        self._redact("app.tickets", "ticket_id", "payload", "jsonb", texts)
        self._erase_letters()

    def _erase_letters(self) -> None:
        rows = self._postgres.execute("SELECT letter_id, payload, received_at FROM ops.dead_letters").fetchall()
        own, others = [], []
        for row in rows:
            number, email = _NUMBER.search(row[1]), _EMAIL.search(row[1])
            person = self._matcher.owner(int(number[1]) if number else None, email[1] if email else None, row[2])
            if person:
                self._count({person})
            (own if person else others).append(row)
        self._postgres.execute("DELETE FROM ops.dead_letters WHERE letter_id = ANY(%s)", [[row[0] for row in own]])
        self._redact("ops.dead_letters", "letter_id", "payload", "text", others)

    def _own(self, sql: str) -> list[int]:
        """Return the keys of the people's rows. A query returns keys, numbers, addresses and times."""
        own = []
        for key, number, address, when in self._postgres.execute(sql).fetchall():
            person = self._matcher.owner(number, address, when)
            if person:
                self._count({person})
                own.append(key)
        return own

    def _erase_links(self, people: frozenset[Person]) -> None:
        for table, key, number, when in (
            ("app.account_history", "history_id", "account_id", "changed_at"),
            ("app.account_merges", "merge_id", "from_id", "merged_at"),
            ("app.email_changes", "change_id", "account_id", "changed_at"),
            ("privacy.holds", "hold_id", "account_id", "placed_at"),
        ):
            own = self._own(f"SELECT {key}, {number}, NULL, {when} FROM {table}")
            self._postgres.execute(f"DELETE FROM {table} WHERE {key} = ANY(%s)", [own])
        numbers = self._identities.current_numbers(set(people))
        for number in numbers:
            self._count({self._identities.by_number(number, END)})
        self._postgres.execute("DELETE FROM app.accounts WHERE account_id = ANY(%s)", [numbers])
        self._postgres.execute(
            "DELETE FROM app.account_history WHERE account_id = ANY(%s) AND changed_at = now()", [numbers]
        )

    def remember(self, people: frozenset[Person], tokens: Tokens, now: datetime) -> None:
        """Store the keyed hashes by which people are recognized."""
        spans = self._identities.spans(set(people))
        rows = [(tokens.token(value), None if start == EVER else start, min(end, now)) for value, start, end in spans]
        with self._postgres.cursor() as cursor, cursor.copy("COPY privacy.erased FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)

    def complete(self, requests: dict[int, Person], due: list[int], now: datetime) -> None:
        """Complete the requests of erased people, and record the evidence."""
        self._postgres.execute(
            "UPDATE privacy.requests SET account_id = NULL, email = NULL,"
            " completed_at = CASE status WHEN 'withdrawn' THEN completed_at ELSE %s END,"
            " status = CASE status WHEN 'withdrawn' THEN status ELSE 'done' END WHERE request_id = ANY(%s)",
            [now, list(requests)],
        )
        with self._postgres.cursor() as cursor, cursor.copy("COPY privacy.audit FROM STDIN") as copy:
            for request_id in due:
                for store in STORES:
                    copy.write_row((request_id, store, self._counts.of(requests[request_id], store), now))
