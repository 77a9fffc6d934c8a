"""Find out which person a number or an address belonged to at a time."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable
from datetime import UTC, datetime

import psycopg

EVER = datetime.min.replace(tzinfo=UTC)
END = datetime.max.replace(tzinfo=UTC)
Person = Hashable
Spans = dict[str, list[tuple[datetime, Person]]]


class Identities:
    """The accounts of all people over time. An account is its number and the time since which it has the number."""

    def __init__(self, postgres: psycopg.Connection) -> None:
        self._parents: dict[Person, Person] = {}
        self._numbers: Spans = defaultdict(list)
        self._addresses: Spans = defaultdict(list)
        accounts = postgres.execute("SELECT account_id, email, created_at FROM app.accounts").fetchall()
        merges = postgres.execute(
            "SELECT from_id, from_email, into_id, merged_at FROM app.account_merges ORDER BY merged_at"
        ).fetchall()
        changes = postgres.execute(
            "SELECT account_id, old_email, new_email, changed_at FROM app.email_changes ORDER BY changed_at, change_id"
        ).fetchall()
        emails = self._read_numbers(accounts, merges)
        for from_id, _, into_id, merged_at in merges:
            self._join(self._node(str(from_id), merged_at), self._node(str(into_id), merged_at))
        self._read_addresses(emails, changes)

    def _read_numbers(self, accounts: list[tuple], merges: list[tuple]) -> dict[Person, str]:
        emails: dict[Person, str] = {}
        for from_id, from_email, _, merged_at in merges:
            spans = self._numbers[str(from_id)]
            # Another account can only get the number after the merge, so the first span starts before everything.
            node = (from_id, merged_at)
            spans.append((EVER if not spans else spans[-1][1][1], node))
            emails[node] = from_email
        for account_id, email, created_at in accounts:
            spans = self._numbers[str(account_id)]
            node = (account_id, END)
            spans.append((created_at if spans else EVER, node))
            emails[node] = email
            self._addresses[email.lower()].append((created_at, node))
        return emails

    def _read_addresses(self, emails: dict[Person, str], changes: list[tuple]) -> None:
        changed = set()
        for account_id, old, new, changed_at in changes:
            node = self._node(str(account_id), changed_at)
            if node not in changed:
                self._addresses[old.lower()].append((EVER, node))
                self._addresses[emails[node].lower()] = [
                    span for span in self._addresses[emails[node].lower()] if span[1] != node
                ]
            changed.add(node)
            self._addresses[new.lower()].append((changed_at, node))
        for node, email in emails.items():
            if node not in changed and node[1] != END:
                self._addresses[email.lower()].append((EVER, node))
        for spans in self._addresses.values():
            spans.sort(key=lambda span: span[0])

    def _node(self, number: str, when: datetime) -> Person:
        spans = self._numbers.get(number, [])
        place = bisect_right([start for start, _ in spans], when) - 1
        return spans[place][1] if spans else ("number", number)

    def _join(self, one: Person, other: Person) -> None:
        self._parents[self._root(one)] = self._root(other)

    def _root(self, node: Person) -> Person:
        while node in self._parents:
            node = self._parents[node]
        return node

    def by_number(self, number: int, when: datetime) -> Person:
        """Return the person to whom a number belonged."""
        return self._root(self._node(str(number), when))

    def by_address(self, address: str, when: datetime) -> Person:
        """Return the person to whom an address belonged."""
        spans = self._addresses.get(address.lower(), [])
        place = bisect_right([start for start, _ in spans], when) - 1
        return self._root(spans[max(place, 0)][1]) if spans else ("address", address.lower())

    def current_numbers(self, people: set[Person]) -> list[int]:
        """Return the numbers of the accounts that people have now."""
        nodes = [spans[-1][1] for spans in self._numbers.values()]
        return [node[0] for node in nodes if node[1] == END and self._root(node) in people]

    def spans(self, people: set[Person]) -> list[tuple[str, datetime, datetime]]:
        """Return the numbers and addresses of people, each with the time from which and until which it was theirs."""
        found = [(person[1], EVER, END) for person in people if person[0] == "address"]
        for values in (self._numbers, self._addresses):
            for value, spans in values.items():
                ends = [*(start for start, _ in spans[1:]), END]
                for position, ((start, node), end) in enumerate(zip(spans, ends, strict=True)):
                    if self._root(node) in people:
                        found.append((value, start if position else EVER, end))
        return found
