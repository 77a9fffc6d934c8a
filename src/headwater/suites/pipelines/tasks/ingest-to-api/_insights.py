"""Compute the pages' expected answers from Postgres, and compare them with the actual ones."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from headwater.grading import Completed, Graded, Response, ServerClient, State

LARGEST, SMALL, EDGES = 5, 12, 77
MONTH = ("2026-02-01", "2026-03-01")
ALL = ("2026-01-01", "2027-01-01")

_COUNTED = """
    from app.plays join app.episodes using (episode_id) join app.listeners using (listener_id)
    where show_id = %s and started_at >= %s::timestamp at time zone 'UTC'
      and started_at < %s::timestamp at time zone 'UTC' and not is_bot and left_at is null
"""
_TOP = f"""
    select episode_id, count(*), count(distinct listener_id) {_COUNTED} and position_sec >= 30
    group by 1 order by 2 desc, 1 limit %s
"""
_FUNNEL = f"""
    select count(distinct listener_id), count(distinct listener_id) filter (where position_sec * 2 >= duration_sec),
           count(distinct listener_id) filter (where position_sec * 100 >= duration_sec * 95) {_COUNTED}
"""
_HOURLY = f"""
    select extract(epoch from date_trunc('hour', started_at))::bigint, count(*) {_COUNTED} and position_sec >= 30
    group by 1
"""


def path(page: str, show: object, first: str, last: str, **more: object) -> str:
    """Return the path and query of a request."""
    extra = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/api/{page}?show={show}&from={first}&to={last}{extra}"


def top(state: State | Graded, show: int, first: str, last: str, limit: int = 10) -> dict[str, Any]:
    """Compute the expected response of the top-episodes page."""
    rows = state.postgres.query(_TOP, [show, first, last, limit])
    return {
        "episodes": [{"episode": episode, "plays": plays, "listeners": listeners} for episode, plays, listeners in rows]
    }


def funnel(state: State | Graded, show: int, first: str, last: str) -> dict[str, Any]:
    """Compute the expected response of the funnel page."""
    return dict(
        zip(("started", "half", "finished"), state.postgres.query(_FUNNEL, [show, first, last])[0], strict=True)
    )


def hourly(state: State | Graded, show: int, first: str, last: str) -> dict[str, Any]:
    """Compute the expected response of the hours page."""
    plays = dict(state.postgres.query(_HOURLY, [show, first, last]))
    start, end = (datetime.combine(date.fromisoformat(day), datetime.min.time(), UTC) for day in (first, last))
    hours = [start + timedelta(hours=n) for n in range((end - start) // timedelta(hours=1))]
    return {"hours": [{"hour": f"{at:%Y-%m-%dT%H:%M:%SZ}", "plays": plays.get(int(at.timestamp()), 0)} for at in hours]}


PAGES = {"top": top, "funnel": funnel, "hourly": hourly}


def excerpt(answer: Response) -> str:
    """Return the beginning of an answer, for use in messages."""
    return f"{answer.status} {answer.text[:120]!r}"


def fault(server: ServerClient, state: State | Graded, page: str, show: int, first: str, last: str, **more: int) -> str:
    """Describe how an answer differs from the expected one; return an empty string if it does not."""
    answer = server.get(path(page, show, first, last, **more))
    right = PAGES[page](state, show, first, last, **more)
    if answer.status == 200 and answer.json == right:
        return ""
    return f"{path(page, show, first, last, **more)} is {excerpt(answer)}, not {str(right)[:120]}"


def faults(server: ServerClient, state: State | Graded, *shows: int) -> str:
    """Describe the first wrong page for some shows over both months; return an empty string if none is wrong."""
    for show in shows:
        for page in PAGES:
            first, last = ("2026-03-01", "2026-04-01") if page == "hourly" else ALL
            if found := fault(server, state, page, show, first, last):
                return found
    return ""


def play(
    state: State,
    number: int,
    episode: int,
    listener: int,
    position: int,
    at: str = "2026-03-30 10:00Z",
    changed: str = "",
) -> None:
    """Insert or continue a play; by default, its `updated_at` is the latest of all."""
    moment = f"timestamptz '{changed}'" if changed else "(select max(updated_at) + interval '1 second' from app.plays)"
    state.postgres.execute(f"""
        insert into app.plays values ({number}, {episode}, {listener}, '{at}', {position}, {moment})
        on conflict (play_id) do update set position_sec = excluded.position_sec, updated_at = excluded.updated_at
    """)


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    tail = f" ({completed.last_line[:160]})" if completed.exit_code else ""
    return f"the run exited with {completed.exit_code}{tail}"
