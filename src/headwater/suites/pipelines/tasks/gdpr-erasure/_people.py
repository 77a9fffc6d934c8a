"""An independent model of who is who, and of what an address looks like in a text."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from headwater.grading import Graded, State

Person = tuple[str, Any]
TOKEN = re.compile(r"(?i)(?:[a-z0-9._+-]|%2B)+(?:@|%40|\\u0040)[a-z0-9-]+(?:\.[a-z0-9-]+)+")
_FOREVER = datetime(9999, 1, 1, tzinfo=UTC)


def utc(when: datetime) -> datetime:
    """Return a time in UTC."""
    return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)


def decoded(token: str) -> str:
    """Return an address without escapes and case."""
    return unquote(token.replace("\\u0040", "@").replace("\\U0040", "@")).lower()


class People:
    """All people of a state, and those who are due to be erased.

    Attributes:
        due: The people with a request that is not withdrawn, and without a hold.
        held: The people with a request that is not withdrawn, and with a hold.
        requests: The person of each request that names one.
        asking: The same for requests that are not withdrawn.
    """

    def __init__(self, state: State | Graded) -> None:
        query = state.postgres.query
        self._accounts = {row[0]: row for row in query("select account_id, lower(email), created_at from app.accounts")}
        self._merges: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
        for row in query(
            "select from_id, lower(from_email), into_id, merged_at, merge_id from app.account_merges order by 4"
        ):
            self._merges[row[0]].append(row)
        changes = query(
            "select account_id, lower(old_email), lower(new_email), changed_at from app.email_changes order by 4"
        )
        self._takings = self._all_takings(changes)
        holds = query("select account_id, placed_at from privacy.holds where released_at is null")
        on_hold = {self.number(*row) for row in holds}
        self.requests: dict[int, Person] = {}
        self.asking: dict[int, Person] = {}
        rows = query("select request_id, account_id, email, requested_at, status from privacy.requests")
        for request_id, number, address, when, status in rows:
            if number is None and address is None:
                continue
            person = self.number(number, when) if number is not None else self.address(address, when)
            self.requests[request_id] = person
            if status != "withdrawn":
                self.asking[request_id] = person
        asked = set(self.asking.values())
        self.due, self.held = asked - on_hold, asked & on_hold

    def _account(self, number: int, when: datetime) -> Person:
        merges, current = self._merges.get(number, []), self._accounts.get(number)
        if not merges or (current and when >= current[2]):
            return ("account", number)
        still = [row for row in merges if row[3] >= when]
        return ("merged", (still or merges[-1:])[0][4])

    @cached_property
    def _targets(self) -> dict[Person, Person]:
        return {("merged", row[4]): self._account(row[2], row[3]) for rows in self._merges.values() for row in rows}

    def _leader(self, account: Person) -> Person:
        while account in self._targets:
            account = self._targets[account]
        return account

    def number(self, number: int, when: datetime) -> Person:
        """Return whose an account number was at a time."""
        return self._leader(self._account(number, utc(when)))

    def _all_takings(self, changes: list[tuple[Any, ...]]) -> dict[str, list[tuple[datetime, Person]]]:
        takings: dict[str, list[tuple[datetime, Person]]] = defaultdict(list)
        start, changed = datetime(1, 1, 1, tzinfo=UTC), set()
        for number, old, new, when in changes:
            account = self._account(number, when)
            if account not in changed:
                takings[old].append((start, self._leader(account)))
            changed.add(account)
            takings[new].append((utc(when), self._leader(account)))
        for number, address, created in self._accounts.values():
            if ("account", number) not in changed:
                takings[address].append((utc(created), ("account", number)))
        for rows in self._merges.values():
            for row in rows:
                if ("merged", row[4]) not in changed:
                    takings[row[1]].append((start, self._leader(("merged", row[4]))))
        return {address: sorted(spans, key=lambda span: span[0]) for address, spans in takings.items()}

    def address(self, token: str, when: datetime) -> Person:
        """Return whose an address was at a time."""
        address = decoded(token)
        spans = self._takings.get(address)
        if not spans:
            return ("address", address)
        return ([person for taken, person in spans if taken <= utc(when)] or [spans[0][1]])[-1]

    def is_due(self, number: int | None, address: str | None, when: datetime) -> bool:
        """Return whether a row is about a person who is due. The account decides, and the address without one."""
        if number:
            return self.number(number, when) in self.due
        return bool(address) and self.address(str(address), when) in self.due

    def redacted(self, text: str, when: datetime) -> str:
        """Return a text in which the addresses of due people are replaced."""
        if not any(sign in text for sign in ("@", "%40", "\\u0040")):
            return text
        return TOKEN.sub(lambda match: "[erased]" if self.address(match[0], when) in self.due else match[0], text)

    @cached_property
    def numbers(self) -> set[int]:
        """The numbers that belonged to nobody but people who are due."""
        found = set()
        for number in self._accounts.keys() | self._merges.keys():
            owners = {self._leader(("merged", row[4])) for row in self._merges.get(number, [])}
            if number in self._accounts:
                owners.add(("account", number))
            if owners <= self.due:
                found.add(number)
        return found

    @cached_property
    def addresses(self) -> set[str]:
        """The addresses that belonged to nobody but people who are due."""
        known = {address for address, spans in self._takings.items() if {person for _, person in spans} <= self.due}
        return known | {person[1] for person in self.due if person[0] == "address"}


def end_of(day: Any) -> datetime:
    """Return the last second of a day."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC) + timedelta(days=1, seconds=-1)
