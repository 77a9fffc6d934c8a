"""Count the rows of each person in each store."""

from collections import Counter
from collections.abc import Iterable

from identity import Person


class Counts:
    """The numbers of rows by person and store."""

    def __init__(self) -> None:
        self._rows: Counter[tuple[Person, str]] = Counter()

    def add(self, store: str, people: Iterable[Person]) -> None:
        """Count a row for each of some people."""
        self._rows.update((person, store) for person in people)

    def of(self, person: Person, store: str) -> int:
        """Return the number of rows of a person in a store."""
        return self._rows[person, store]
