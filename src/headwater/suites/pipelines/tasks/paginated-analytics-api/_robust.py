"""Robustness checks: events that change between pages, restarted servers, and invalid requests."""

from __future__ import annotations

from _api import LARGEST, SMALL, difference, excerpt, is_page, path, truth, walk, write

from headwater.grading import Graded, Response, Result, expect, robust

_QUOTE = "signed_in' or 1 = 1 or '"
_SENSELESS = (
    "/api/events",
    "/api/events?workspace=",
    "/api/events?workspace=-1",
    "/api/events?workspace=12x",
    "/api/events?workspace=12&workspace=7",
    "/api/events?workspace=12&limit=0",
    "/api/events?workspace=12&limit=201",
    "/api/events?workspace=12&limit=ten",
    "/api/events?workspace=12&since=yesterday",
    "/api/events?workspace=12&until=2026-13-01T00:00:00.000Z",
    "/api/events?workspace=12&offset=50",
    "/api/events?workspace=12&cursor=next",
    "/api/events?workspace=12&cursor=e30%3D",
    "/api/events?workspace=12&cursor=%00%ff",
)


_TOO_LARGE = "/api/events?workspace=99999999999999999999"


def _is_refused(answer: Response, status: int = 400) -> bool:
    return answer.status == status and isinstance(answer.json, dict) and isinstance(answer.json.get("error"), str)


@robust(demand="docs/api.md#while events come and are erased")
def pages_fit_while_events_come_and_go(graded: Graded) -> Result:
    """While events are added, removed and changed between pages, each remaining event is on exactly one page."""
    with graded.copy() as copy:
        server, _ = copy.serve()
        start = truth(copy, SMALL)
        found = walk(server, 3, workspace=SMALL, limit=100)
        events, cursor, pages = found.events, found.cursor, 3
        while cursor is not None and not found.fault and pages < 60:
            last = int(events[-1]["id"])
            write(
                copy,
                *((SMALL, "2026-09-30T00:00:00.000Z", pages * 1000 + n, 1, "new", "signed_in", 0) for n in range(130)),
                *((SMALL, "2026-09-01T00:00:00.000Z", pages * 1000 + n, 1, "late", "signed_in", 0) for n in range(40)),
                (SMALL, events[-1]["at"], last, 9, "", "", 1),
                (SMALL, events[10]["at"], int(events[10]["id"]), 9, "other", "changed", 0),
            )
            found = walk(server, 4, cursor, workspace=SMALL, limit=100)
            events, cursor, pages = events + found.events, found.cursor, pages + 4
        stays = {event["id"] for event in start} & {event["id"] for event in truth(copy, SMALL)}
    event_ids = [event["id"] for event in events]
    missing, duplicates = len(stays - set(event_ids)), len(event_ids) - len(set(event_ids))
    return expect(
        not found.fault and not missing and not duplicates,
        f"of {len(stays)} events that stayed, {missing} are in no page and {duplicates} in two; {found.fault}",
    )


@robust(demand="docs/api.md#a cursor works on every server")
def a_cursor_outlives_its_server(graded: Graded) -> Result:
    """A cursor from one server works on another server."""
    first = walk(graded.server, 2, workspace=SMALL, limit=30)
    with graded.copy() as copy:
        server, _ = copy.serve()
        found = walk(server, 1, first.cursor, workspace=SMALL, limit=50)
    fault = first.fault or found.fault or difference(found.events, truth(graded.starting, SMALL, first=60, rows=50))
    return expect(not fault, fault or "another server continues after the cursor")


@robust(demand="docs/api.md#erased")
def what_is_erased_is_gone_at_once(graded: Graded) -> Result:
    """The next responses and totals reflect erasures and corrections."""
    with graded.copy() as copy:
        server, _ = copy.serve()
        server.get(path(workspace=SMALL, limit=60))
        newest = truth(copy, SMALL, rows=90)
        write(
            copy,
            *((SMALL, event["at"], int(event["id"]), 7, "", "", 1) for event in newest[:70]),
            *((SMALL, event["at"], int(event["id"]), 7, "[redacted]", "signed_in", 0) for event in newest[70:80]),
        )
        answer = server.get(path(workspace=SMALL, limit=60))
        right = truth(copy, SMALL)
    found = answer.json if is_page(answer) else {"events": [], "total": excerpt(answer)}
    fault = difference(found["events"], right[:60])
    return expect(
        not fault and found["total"] == len(right),
        f"after 70 erasures the total is {found['total']} instead of {len(right)}; {fault or 'the page is right'}",
    )


@robust(demand="docs/api.md#makes no sense")
def senseless_requests_are_refused(graded: Graded) -> Result:
    """Missing, unknown, repeated and out-of-range parameters get a 400 with a message.

    A workspace whose number is too large can also be one that has no events.
    """
    answers = [graded.server.get(target) for target in _SENSELESS]
    wrong = [
        f"{target} is {excerpt(answer)}"
        for target, answer in zip(_SENSELESS, answers, strict=True)
        if not _is_refused(answer)
    ]
    unknown = graded.server.get(_TOO_LARGE)
    if not _is_refused(unknown) and not (is_page(unknown) and unknown.json["events"] == []):
        wrong.append(f"{_TOO_LARGE} is {excerpt(unknown)}")
    return expect(not wrong, f"{len(wrong)} of {len(_SENSELESS) + 1} are not rejected: {wrong[:2]}")


@robust(demand="docs/api.md#or of other parameters")
def cursors_of_others_are_refused(graded: Graded) -> Result:
    """A cursor is rejected if it is used with another workspace, action or time range."""
    cursor = walk(graded.server, 1, workspace=SMALL, limit=5).cursor
    others = (
        {"workspace": LARGEST},
        {"workspace": SMALL, "action": "signed_in"},
        {"workspace": SMALL, "since": "2026-02-01T00:00:00.000Z"},
        {"workspace": SMALL, "until": "2026-09-01T00:00:00.000Z"},
    )
    answers = [graded.server.get(path(**other, cursor=cursor)) for other in others]
    wrong = [
        f"{other}: {excerpt(answer)}" for other, answer in zip(others, answers, strict=True) if not _is_refused(answer)
    ]
    return expect(cursor is not None and not wrong, f"not rejected: {wrong[:2] or 'none'}")


@robust(demand="docs/api.md#only events with this action")
def quotes_are_only_text(graded: Graded) -> Result:
    """An action with quotes and SQL conditions is treated as a literal value and matches no event."""
    answer = graded.server.get(path(workspace=SMALL, action=_QUOTE))
    fit = is_page(answer) and answer.json == {"events": [], "next": None, "total": 0}
    return expect(fit, f"an action that no event has is {excerpt(answer)}")


@robust(demand="docs/operations.md#a dozen at a time")
def a_dozen_ask_at_once(graded: Graded) -> Result:
    """Each of twelve concurrent callers gets the pages of their own workspace."""
    spaces = [number for number in range(1, 16) if number != LARGEST][:12]
    answers = graded.server.get_all([path(workspace=space, limit=20) for space in spaces * 2], at_once=12)
    right = {space: truth(graded.starting, space, rows=20) for space in spaces}
    wrong = [
        f"{space}: {excerpt(answer)}"
        for space, answer in zip(spaces * 2, answers, strict=True)
        if not is_page(answer) or answer.json["events"] != right[space]
    ]
    return expect(not wrong, f"{len(wrong)} of {len(answers)} answers are wrong: {wrong[:1]}")
