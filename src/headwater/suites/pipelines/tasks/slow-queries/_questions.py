"""Run ask.py for each question, compute the expected answers, and measure the rows read."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from headwater.grading import Completed, Graded, QueryError, State

Rows = list[tuple[str, ...]]
Parameters = dict[str, str]

COLUMNS = ["event_id", "event_ts", "user_id", "event_type", "country", "lesson_id", "amount_cents", "device"]
PARAMETERS: dict[str, list[Parameters]] = {
    "user_history": [{"user": "4711"}, {"user": "39999"}],
    "purchases": [{"day": "2025-01-14"}, {"day": "2025-03-11"}],
    "hours": [{"day": "2025-03-30"}],
    "lesson": [{"slug": "travel-3", "day": "2025-02-12"}],
    "conversion": [{"monday": "2025-02-03"}],
}


@dataclass(frozen=True)
class Answer:
    """The output of ``ask.py``, and the number of rows that it read."""

    completed: Completed
    rows: Rows
    read: int


def command(name: str, parameters: Parameters) -> str:
    """Return the command line for a question."""
    return f"python3 ask.py {name} " + " ".join(f"{key}={value}" for key, value in parameters.items())


def ask(state: State, name: str, parameters: Parameters) -> Answer:
    """Run ask.py with a question in a state."""
    before = _read(state)
    completed = state.run(command(name, parameters), timeout_sec=60)
    read = _read(state) - before
    rows = [tuple(line.split("\t")) for line in completed.stdout.splitlines()]
    return Answer(completed, rows if completed.exit_code == 0 else [], read)


def _read(state: State) -> int:
    sql = "select sum(ProfileEvents['SelectedRows']) from system.user_processes where user = 'app'"
    return int(state.clickhouse.scalar(sql) or 0)


def truth(graded: Graded, state: State, name: str, parameters: Parameters) -> Rows:
    """Return the expected answer: the result of the shipped query over a state's events."""
    sql = (graded.workspace.shipped_text(f"queries/{name}.sql") or "").strip()
    return [tuple(str(value) for value in row) for row in state.clickhouse.query(sql, parameters)]


@cache
def expected(graded: Graded, name: str, place: int) -> Rows:
    """Return the expected answer in the starting state."""
    return truth(graded, graded.starting, name, PARAMETERS[name][place])


@cache
def answers(graded: Graded) -> dict[str, list[Answer]]:
    """Ask the agent's program all the questions once; the checks share the answers."""
    with graded.copy() as copy:
        return {name: [ask(copy, name, each) for each in questions] for name, questions in PARAMETERS.items()}


def describe_errors(graded: Graded, name: str) -> str:
    """List the answers to a question that differ from those at the start; return an empty string if none does."""
    for place, answer in enumerate(answers(graded)[name]):
        if fault := difference(answer, expected(graded, name, place)):
            return f"{name} {PARAMETERS[name][place]}: {fault}"
    return ""


def difference(answer: Answer, right: Rows) -> str:
    """Describe how an answer differs from the expected one; return an empty string if they are equal."""
    if answer.completed.exit_code:
        return f"exited with {answer.completed.exit_code} {answer.completed.last_line}"
    if answer.rows == right:
        return ""
    pairs = zip(answer.rows, right, strict=False)
    first = next(((a, b) for a, b in pairs if a != b), (answer.rows[len(right) :], right[len(answer.rows) :]))
    return f"{len(answer.rows)} rows instead of {len(right)}; {first[0]} instead of {first[1]}"


def wrong_in(graded: Graded, state: State, questions: list[tuple[str, Parameters]]) -> str:
    """List a state's answers that disagree with its events; return an empty string if none does."""
    for name, parameters in questions:
        try:
            right = truth(graded, state, name, parameters)
        except QueryError as error:
            return f"app.events cannot be asked: {error}"
        if fault := difference(ask(state, name, parameters), right):
            return f"{name} {parameters}: {fault}"
    return ""


def insert(state: State, *events: tuple[str, int, str, int, int | None]) -> None:
    """Insert events as the app's service does. Each is (UTC time, person, type, lesson, cents)."""
    rows = [
        (9_000_000 + number, datetime.fromisoformat(at).replace(tzinfo=UTC), user, kind, "PL", lesson, cents, "0A")
        for number, (at, user, kind, lesson, cents) in enumerate(events)
    ]
    state.clickhouse.insert("app.events", rows, COLUMNS)


def bytes_kept(state: State | Graded) -> int:
    """Return the size of all tables on disk, with indexes and projections."""
    sql = """
        select sum(bytes_on_disk) from system.parts
        where active and database not in ('system', 'information_schema', 'INFORMATION_SCHEMA')
    """
    return int(state.clickhouse.scalar(sql) or 0)
