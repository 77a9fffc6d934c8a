"""Recognize erased people in rows and lines."""

import hashlib
import hmac
import re
from datetime import UTC, datetime
from urllib.parse import unquote

import psycopg
from identity import Identities, Person

MARK = "[erased]"
ADDRESS = r"(?i)(?:[a-z0-9._+-]|%2B)+(?:@|%40|\\u0040)[a-z0-9-]+(?:\.[a-z0-9-]+)+"
_ADDRESS = re.compile(ADDRESS)
EARLIER: Person = ("erased", "earlier")


def plain(address: str) -> str:
    """Return an address without escapes, in lower case."""
    return unquote(address.replace("\\u0040", "@")).lower()


def in_utc(when: datetime) -> datetime:
    """Return a time with its zone. ClickHouse returns times of UTC without one."""
    return when if when.tzinfo else when.replace(tzinfo=UTC)


class Tokens:
    """The keyed hashes of the numbers and addresses of people who have been erased."""

    def __init__(self, postgres: psycopg.Connection) -> None:
        self._key = bytes(postgres.execute("SELECT secret FROM privacy.keys ORDER BY key_id LIMIT 1").fetchone()[0])
        self._spans: dict[str, list[tuple]] = {}
        self._cache: dict[str, str] = {}
        for token, start, end in postgres.execute("SELECT token, valid_from, valid_until FROM privacy.erased"):
            self._spans.setdefault(token, []).append((start, end))

    def token(self, value: str) -> str:
        """Return the keyed hash of a number or an address."""
        if value not in self._cache:
            self._cache[value] = hmac.new(self._key, value.encode(), hashlib.sha256).hexdigest()
        return self._cache[value]

    def has(self, value: str, when: datetime) -> bool:
        """Return whether a value belonged to somebody who has been erased."""
        if not self._spans:
            return False
        spans = self._spans.get(self.token(value), ())
        return any((start is None or start <= when) and when < end for start, end in spans)


class Matcher:
    """Decides what happens to rows: those about erased people go, and mentions of them in other rows."""

    def __init__(
        self, tokens: Tokens, identities: Identities | None = None, people: frozenset[Person] = frozenset()
    ) -> None:
        self._tokens, self._identities, self._people = tokens, identities, people
        self._values = {value for value, _, _ in identities.spans(set(people))} if identities else set()

    def by_number(self, number: int, when: datetime) -> Person | None:
        """Return the erased person to whom a number belonged, or None."""
        if self._tokens.has(str(number), when):
            return EARLIER
        if str(number) not in self._values:
            return None
        person = self._identities.by_number(number, when)
        return person if person in self._people else None

    def by_address(self, address: str, when: datetime) -> Person | None:
        """Return the erased person to whom an address belonged, or None."""
        value = plain(address)
        if self._tokens.has(value, when):
            return EARLIER
        if value not in self._values:
            return None
        person = self._identities.by_address(value, when)
        return person if person in self._people else None

    def owner(self, number: int | None, address: str | None, when: datetime) -> Person | None:
        """Return the erased person whom a row is about, or None. The account decides, and the address without one."""
        if number:
            return self.by_number(number, when)
        return self.by_address(address, when) if address else None

    def redact(self, text: str, when: datetime) -> tuple[str, set[Person]]:
        """Replace the addresses of erased people in a text, and return whose they were."""
        mentioned: set[Person] = set()
        if "@" not in text and "%40" not in text and "\\u0040" not in text:
            return text, mentioned

        def replace(match: re.Match[str]) -> str:
            person = self.by_address(match[0], when)
            if person is None:
                return match[0]
            mentioned.add(person)
            return MARK

        return _ADDRESS.sub(replace, text), mentioned
