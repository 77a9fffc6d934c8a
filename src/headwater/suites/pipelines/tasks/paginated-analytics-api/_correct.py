"""Correctness checks: pages contain each event once, in its highest version, in order and within the limits."""

from __future__ import annotations

from _api import IMPORTED, LARGEST, SMALL, difference, excerpt, is_page, path, total, truth, walk

from headwater.grading import Graded, Result, correct, expect

_AFTER_IMPORT = "2026-06-02T08:30:00.251Z"


@correct(demand="docs/api.md#is in exactly one page")
def a_workspace_has_each_event_once(graded: Graded) -> Result:
    """Together, a workspace's pages contain all its events in order, and all pages but the last are full."""
    found, right = walk(graded.server, 60, workspace=SMALL, limit=137), truth(graded.starting, SMALL)
    fault = found.fault or difference(found.events, right)
    full = all(size == 137 for size in found.sizes[:-1])
    return expect(
        not fault and full and found.cursor is None, f"pages have {found.sizes[-3:]}; {fault or 'all events are right'}"
    )


@correct(demand="docs/api.md#followed by an empty one")
def the_last_page_is_not_empty(graded: Graded) -> Result:
    """No empty page follows if the limit divides the number of events, or if all events are on one page."""
    newest = truth(graded.starting, SMALL, rows=21)
    since = newest[19]["at"]
    two = walk(graded.server, 5, workspace=SMALL, since=since, limit=10)
    one = walk(graded.server, 5, workspace=SMALL, since=since, limit=20)
    none = walk(graded.server, 5, workspace=4_000_000)
    sizes = [each.sizes for each in (two, one, none)]
    return expect(sizes == [[10, 10], [20], [0]], f"pages have {sizes} events; {two.fault or one.fault or none.fault}")


@correct(demand="docs/api.md#events of the same moment by id")
def an_import_is_walked_in_order(graded: Graded) -> Result:
    """Pages that cover tens of thousands of events with the same time are ordered by id."""
    found = walk(graded.server, 4, workspace=LARGEST, limit=200, until=_AFTER_IMPORT)
    right = truth(graded.starting, LARGEST, rows=800, until=_AFTER_IMPORT)
    fault = found.fault or difference(found.events, right)
    return expect(not fault and {e["at"] for e in right} == {IMPORTED}, fault or "four pages are right")


@correct(demand="docs/events.md#the highest `version`")
def the_highest_version_counts(graded: Graded) -> Result:
    """Corrected events have only their new action, and redacted and erased events are handled as documented."""
    faults = []
    for action in ("member_removed", "key_rotated", "settings_changed"):
        found = walk(graded.server, 2, workspace=SMALL, limit=200, action=action)
        fault = found.fault or difference(found.events, truth(graded.starting, SMALL, rows=400, action=action))
        faults += [f"{action}: {fault}"] if fault else []
    return expect(not faults, "; ".join(faults) or "three actions are right")


@correct(demand="docs/api.md#only events with this action")
def a_rare_action_is_found_everywhere(graded: Graded) -> Result:
    """A filter that matches few of tens of thousands of events returns full pages."""
    rare = {"action": "key_rotated", "since": "2026-03-01T00:00:00.000Z", "until": IMPORTED}
    right = truth(graded.starting, LARGEST, **rare)
    found = walk(graded.server, 20, workspace=LARGEST, limit=3, **rare)
    fault = found.fault or difference(found.events, right)
    full = found.sizes[:-1] == [3] * (len(found.sizes) - 1)
    return expect(not fault and full, f"pages have {found.sizes} events; {fault or 'all are right'}")


@correct(demand="docs/api.md#only events before this moment")
def moments_are_exact_to_the_millisecond(graded: Graded) -> Result:
    """`since` is inclusive and `until` is exclusive, to the millisecond."""
    events = truth(graded.starting, SMALL, rows=30)
    since, until = events[25]["at"], events[5]["at"]
    found = walk(graded.server, 4, workspace=SMALL, since=since, until=until, limit=7)
    right = truth(graded.starting, SMALL, since=since, until=until)
    fault = found.fault or difference(found.events, right)
    inside = graded.server.get(path(workspace=LARGEST, since=IMPORTED, until=_AFTER_IMPORT, limit=1))
    count = inside.json.get("total") if is_page(inside) else excerpt(inside)
    expected = total(graded.starting, LARGEST, since=IMPORTED, until=_AFTER_IMPORT)
    return expect(
        not fault and count == expected, f"{fault or 'the events are right'}; the import has {count} of {expected}"
    )


@correct(demand="docs/api.md#1 to 200")
def limits_are_kept(graded: Graded) -> Result:
    """Pages have no more events than the requested limit."""
    sizes = {limit: walk(graded.server, 2, workspace=LARGEST, limit=limit).sizes for limit in (1, 2, 200)}
    return expect(sizes == {limit: [limit] * 2 for limit in sizes}, f"sizes of pages by limit: {sizes}")
