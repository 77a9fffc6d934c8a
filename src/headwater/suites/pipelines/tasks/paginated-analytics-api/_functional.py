"""Functional checks: the largest workspace has pages, and responses have the right format."""

from __future__ import annotations

from _api import LARGEST, SMALL, difference, excerpt, is_page, path, total, truth, walk

from headwater.grading import Graded, Result, expect, functional


@functional(demand="docs/api.md#newest first")
def the_first_page_has_the_newest(graded: Graded) -> Result:
    """The first page for the largest workspace has its fifty newest events."""
    found = walk(graded.server, 1, workspace=LARGEST)
    fault = found.fault or difference(found.events, truth(graded.starting, LARGEST, rows=50))
    return expect(not fault, fault or "fifty events are right")


@functional(demand="docs/api.md#next")
def the_second_page_follows(graded: Graded) -> Result:
    """The second page has the next fifty events."""
    found = walk(graded.server, 2, workspace=LARGEST)
    fault = found.fault or difference(found.events[50:], truth(graded.starting, LARGEST, first=50, rows=50))
    return expect(not fault, fault or "fifty events are right")


@functional(demand="docs/api.md#what all pages together have")
def totals_are_right(graded: Graded) -> Result:
    """The first page for a workspace has its total number of events, and later pages have no total."""
    found, right = {}, {}
    for workspace in (LARGEST, SMALL):
        answer = graded.server.get(path(workspace=workspace))
        found[workspace] = answer.json.get("total") if is_page(answer) else excerpt(answer)
        right[workspace] = total(graded.starting, workspace)
    later = graded.server.get(path(workspace=SMALL, cursor=answer.json["next"])) if is_page(answer) else answer
    return expect(
        found == right and is_page(later) and "total" not in later.json,
        f"totals are {found} instead of {right}; the second page ends with {later.text[-80:]!r}",
    )


@functional(demand="docs/api.md#errors")
def other_pages_are_not_there(graded: Graded) -> Result:
    """Unknown paths get a 404 in JSON, and /health returns 200."""
    other, health = graded.server.get("/api/event"), graded.server.get("/health")
    fit = other.status == 404 and isinstance(other.json, dict) and isinstance(other.json.get("error"), str)
    return expect(
        fit and health.status == 200 and health.json == {"status": "ok"},
        f"another path is {excerpt(other)}, health is {excerpt(health)}",
    )


@functional(demand="docs/api.md#cache-control: no-store")
def answers_say_what_they_are(graded: Graded) -> Result:
    """Pages and errors have headers that declare JSON and forbid caching."""
    answers = [graded.server.get(target) for target in (path(workspace=SMALL, limit=3), path(workspace="x"))]
    heads = [(each.headers.get("content-type", ""), each.headers.get("cache-control", "")) for each in answers]
    fit = all(kind.startswith("application/json") and "no-store" in cache for kind, cache in heads)
    return expect(fit and all(isinstance(each.json, dict) for each in answers), f"headers of the responses: {heads}")
