"""Play a random history: deliveries of all kinds between runs that are killed, overlap, or recompute days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from random import Random
from typing import Any

from _chance import Pair, World
from _sales import EVERY_DAY, STATUS, Figures, describe_end, last_line, stored_figures, truth
from _scenarios import expected_status

from headwater.grading import Completed, Graded, QueryError, State

_SEED = 20261109
_RUN = "python3 pipeline.py"
_TWO = "{one} > .one 2>&1 & one=$!; {other} > .other 2>&1 & other=$!; wait $one; a=$?; wait $other; echo codes $a $?"
_ACTIONS = (
    *("run", "killed", "killed", "days", "two", "killed", "run", "meanwhile", "killed", "killed days", "two"),
    *("run", "meanwhile", "killed", "days", "run"),
)
_DELETES = {4: date(2026, 9, 23), 10: date(2026, 9, 24)}
_STATUS_AFTER = (3, 9)
_TWO_DAYS_SEC = 2 * 86_400


@dataclass
class Faults:
    """What went wrong in a history: the first fault of each kind, and the events before it."""

    figures: str = ""
    status: str = ""
    changed: str = ""
    details: dict[str, Any] = field(default_factory=dict)

    def add(self, kind: str, text: str, events: list[str]) -> None:
        """Keep the first fault of a kind."""
        if not getattr(self, kind):
            setattr(self, kind, text)
            self.details[kind] = events


@dataclass
class _Game:
    """The state of a random history between two of its runs.

    Attributes:
        right: The figures that follow from raw.orders.
        final: The figures of days that were deleted from raw.orders.
        undelivered: Pairs that new deliveries have changed since the last complete run.
        withdrawn: Pairs that withdrawn deliveries have changed, and that no run has recomputed since.
    """

    world: World
    right: Figures
    final: Figures
    faults: Faults = field(default_factory=Faults)
    undelivered: set[Pair] = field(default_factory=set)
    withdrawn: set[Pair] = field(default_factory=set)
    requests: int = 12

    @property
    def state(self) -> State:
        return self.world.state

    def happen(self, number: int, *, withdraw: bool = False) -> set[Pair]:
        """Let deliveries become visible, and let some be withdrawn; return the pairs that the deliveries change."""
        self.world.clock += self.world.chance.choice((20, 200, 600, 4_000))
        self.world.deliver(number)
        delivered = self._refresh()
        self.undelivered |= delivered
        if withdraw:
            self.world.withdraw()
            self.withdrawn |= self._refresh()
        return delivered

    def delete_days(self, first: date) -> None:
        """Let the gateway delete its first days, two days later. Their figures become final."""
        self.world.clock += _TWO_DAYS_SEC
        held = stored_figures(self.state)
        self.world.delete_days(first)
        self.final |= {pair: figures for pair, figures in held.items() if pair[0] < first}
        self.right = truth(self.state)
        self.undelivered = {pair for pair in self.undelivered if pair[0] >= first}
        self.withdrawn = {pair for pair in self.withdrawn if pair[0] >= first}

    def _refresh(self) -> set[Pair]:
        before, self.right = self.right, truth(self.state)
        pairs = before.keys() | self.right.keys()
        return {pair for pair in pairs if before.get(pair, (0, 0)) != self.right.get(pair, (0, 0))}

    def compare(self, after: str) -> None:
        """Compare all figures that have to be right now."""
        try:
            held = stored_figures(self.state)
        except QueryError as error:
            self.faults.add("figures", f"after {after}, sales.daily cannot be read: {str(error)[:200]}", [])
            return
        right = self.final | {pair: figures for pair, figures in self.right.items() if pair[0] >= self.world.first}
        open_pairs = self.undelivered | self.withdrawn
        for pair in sorted(held.keys() | right.keys()):
            found, expected = held.get(pair, (0, 0)), right.get(pair, (0, 0))
            if found != expected and pair not in open_pairs:
                final = ", whose orders the gateway has deleted" if pair[0] < self.world.first else ""
                text = f"after {after}, {pair[0]} {pair[1]}{final}, has {found} instead of {expected}"
                self.faults.add("figures", text, self.world.events_of(pair))
                return

    def complete(
        self,
        completed: Completed,
        text: str,
        days: tuple[date, date] | None = None,
        meanwhile: Iterable[Pair] = (),
    ) -> None:
        """Note a run that has to end well, and compare.

        Args:
            completed: The run.
            text: What to call it.
            days: The days that it recomputed; None for a run that brings new deliveries.
            meanwhile: Pairs that deliveries changed after it had begun.
        """
        self.world.note(text)
        if completed.exit_code:
            self.faults.add(
                "figures", f"{text}: {describe_end(completed)}", [entry for _, entry in self.world.log[-14:]]
            )
            return
        if days is None:
            self.undelivered = set(meanwhile)
        else:
            self.recomputed(*days)
        self.compare(text)

    def recomputed(self, first: date, last: date) -> None:
        """Expect that the figures of some days are right."""
        self.undelivered = {pair for pair in self.undelivered if not first <= pair[0] <= last}
        self.withdrawn = {pair for pair in self.withdrawn if not first <= pair[0] <= last}

    def some_days(self) -> tuple[date, date]:
        """Return the first and last day on which something was withdrawn, or else any days."""
        days = sorted(day for day, _ in self.withdrawn) or [date(2026, 10, 25), date(2026, 11, 2)]
        return days[0], days[-1]


def _command(days: tuple[date, date]) -> str:
    return f"{_RUN} --days {days[0]} {days[1]}"


def _run(game: _Game) -> None:
    before = stored_figures(game.state)
    completed = game.state.run(_RUN)
    after = stored_figures(game.state)
    changed = sum(before.get(pair, (0, 0)) != after.get(pair, (0, 0)) for pair in before.keys() | after.keys())
    game.complete(completed, "a run")
    if completed.exit_code == 0 and last_line(completed) != f"changed={changed}":
        text = f"a run that changed {changed} figures printed {last_line(completed)[:100]!r}"
        game.faults.add("changed", text, [entry for _, entry in game.world.log[-14:]])


def _days(game: _Game) -> None:
    days = game.some_days()
    command = _command(days)
    game.complete(game.state.run(command), f"a run with --days {days[0]} {days[1]}", days)


def _killed(game: _Game, command: str = _RUN) -> None:
    chance = game.world.chance
    after = chance.choice((chance.randrange(1, game.requests), game.requests - chance.randint(1, 4)))
    killed = game.state.run_killed(command, after=max(1, after))
    if killed.is_killed:
        text = f"{command} was killed at its request {killed.requests + 1}"
        game.world.note(text)
        game.compare(text)
    elif command == _RUN:
        game.complete(killed.completed, "a run that ended before it could be killed")


def _killed_days(game: _Game) -> None:
    _killed(game, _command(game.some_days()))


def _two(game: _Game) -> None:
    days = game.some_days()
    completed = game.state.run(_TWO.format(one=_RUN, other=_command(days)))
    text = f"a run and one with --days {days[0]} {days[1]} at the same time"
    if last_line(completed) == "codes 0 0":
        game.recomputed(*days)
        game.complete(completed, text)
    else:
        game.world.note(f"{text}, of which one failed")
        _run(game)
        _days(game)


def _meanwhile(game: _Game) -> None:
    after = game.world.chance.randrange(1, game.requests)
    completed, meanwhile = game.state.run_paused(_RUN, after=after, meanwhile=lambda: game.happen(4))
    text = f"a run during which deliveries became visible at its request {after + 1}"
    game.complete(completed, text, meanwhile=meanwhile)


_PLAYED = {
    "run": _run,
    "days": _days,
    "killed": _killed,
    "killed days": _killed_days,
    "two": _two,
    "meanwhile": _meanwhile,
}


def _status(game: _Game) -> None:
    lines = expected_status(game.state)
    completed = game.state.run(STATUS)
    right = (1, lines) if lines else (0, ["ok"])
    printed = completed.stdout.strip().splitlines()
    if (completed.exit_code, printed) != right:
        odd = sorted(set(printed) ^ set(right[1]))[:3]
        text = f"status.py exited with {completed.exit_code} instead of {right[0]}; lines missing or wrong: {odd}"
        game.faults.add("status", text, [entry for _, entry in game.world.log[-14:]])


@cache
def history(graded: Graded) -> Faults:
    """Play the history, and return its faults."""
    with graded.copy() as copy:
        world = World(copy, Random(_SEED))
        right = truth(copy)
        final = {pair: figures for pair, figures in stored_figures(copy).items() if pair[0] < world.first}
        game = _Game(world, right, final)
        game.happen(12)
        counted = copy.run_killed(_RUN, after=None)
        game.requests = max(6, counted.requests)
        game.complete(counted.completed, "the first run")
        for number, action in enumerate(_ACTIONS):
            if number in _DELETES:
                _run(game)  # in two days, there are many runs
                game.delete_days(_DELETES[number])
            game.happen(world.chance.choice((1, 2, 3, 12)), withdraw=number % 3 == 1)
            _PLAYED[action](game)
            if number in _STATUS_AFTER:
                _status(game)
        _run(game)
        game.complete(copy.run(EVERY_DAY), "a run with --days for all days", (world.first, date(2026, 12, 31)))
        _status(game)
        return game.faults
