"""Robustness checks: quotes in values, changes in both databases, concurrent callers and invalid requests."""

from __future__ import annotations

from _reports import MONTH, WEEK, Report, delivered, difference, excerpt, fault, faults, starting_deliveries, truth

from headwater.grading import Graded, Result, State, expect, robust

_GOOD = "from=2026-02-01&to=2026-02-08&by=device&metrics=clicks"
_SENSELESS = (
    "",
    "from=2026-02-01&to=2026-02-08&by=device",
    "from=2026-02-01&to=2026-02-08&metrics=clicks",
    "from=2026-02-01&by=device&metrics=clicks",
    "from=2026-02-30&to=2026-03-08&by=device&metrics=clicks",
    "from=2026-02-08&to=2026-02-08&by=device&metrics=clicks",
    "from=2026-02-08&to=2026-02-01&by=device&metrics=clicks",
    "from=2025-01-01&to=2026-02-01&by=device&metrics=clicks",
    "from=2026-02-01&to=2026-02-08&by=browser&metrics=clicks",
    "from=2026-02-01&to=2026-02-08&by=day,week,device,country&metrics=clicks",
    "from=2026-02-01&to=2026-02-08&by=device,device&metrics=clicks",
    "from=2026-02-01&to=2026-02-08&by=device&metrics=clicks,roi",
    "from=2026-02-01&to=2026-02-08&by=device&metrics=clicks,clicks",
    "from=2026-02-01&to=2026-02-08&by=device&metrics=",
    "from=2026-02-01&to=2026-02-08&by=site_id)%20from%20ads.delivery--&metrics=clicks",
    f"{_GOOD}&by=country",
    f"{_GOOD}&sort=impressions",
    f"{_GOOD}&sort=country",
    f"{_GOOD}&sort=clicks%20desc",
    f"{_GOOD}&limit=0",
    f"{_GOOD}&limit=1001",
    f"{_GOOD}&limit=ten",
    f"{_GOOD}&limit=5&limit=6",
    f"{_GOOD}&campaign=seven",
    f"{_GOOD}&advertiser=12%20or%201=1",
    f"{_GOOD}&site=4",
)
_ODD = ("Kids' TV", 'a "quiet" place', "back\\slash", "100% Sport", "News, local", "Éditions", "' or 1=1 --", "{first}")


@robust(demand="docs/data.md#free text")
def odd_texts_are_found(graded: Graded) -> Result:
    """Values with quotes, commas and percent signs are matched literally."""
    reports = [Report(("category",), ("clicks", "campaigns"), WEEK, (("category", text),)) for text in _ODD]
    devices = [Report(("device",), ("clicks",), WEEK, (("device", text),)) for text in ('it\'s a "box"', "'", "%")]
    found = faults(graded, *reports, *devices, Report(("device",), ("clicks",), WEEK, (("country", "' or '1'='1"),)))
    return expect(not found, found or "all are found")


@robust(demand="docs/api.md#Without any delivery that fits")
def nothing_is_no_error(graded: Graded) -> Result:
    """If no delivery matches, the answer has no rows and an empty total."""
    days = ("2031-01-01", "2031-02-01")
    found = faults(
        graded, Report(("day",), days=days), Report(("country",), filters=(("campaign", 4_000_000_000),), sort="-ctr")
    )
    return expect(not found, found or "answers are empty")


def _is_right_now(state: State, *reports: Report, postgres: str = "select 1", clickhouse: str = "select 1") -> str:
    server, _ = state.serve()
    before = delivered(state)
    found = [fault(server, before, each) for each in reports]
    state.postgres.execute(postgres)
    state.clickhouse.execute(clickhouse)
    now = delivered(state)
    found += [fault(server, now, each) for each in reports]
    same = [each.path for each in reports if truth(before, each) == truth(now, each)]
    assert not same, f"the change does not affect these reports: {same}"
    return next((each for each in found if each), "")


_REPORTS = (
    Report(("category",), ("impressions",)),
    Report(("advertiser", "country"), ("campaigns",), limit=1000),
    Report(("device",), ("clicks",), MONTH, (("category", "Moved"), ("advertiser", 99))),
)


@robust(demand="docs/data.md#what they say now is what counts")
def changes_of_postgres_show_at_once(graded: Graded) -> Result:
    """The next answer reflects moved sites, new campaigns, and campaigns that change owner or become tests."""
    change = """
        update ref.sites set category = 'Moved', country = 'IT' where site_id between 1 and 9;
        update ref.campaigns set advertiser_id = 99 where campaign_id between 2 and 6;
        update ref.campaigns set is_test = campaign_id = 8 where campaign_id in (8, 29);
        insert into ref.sites values (501, 'IT', 'Moved');
        insert into ref.campaigns values (181, 99, 'New', false);
        delete from ref.sites where site_id = 12;
    """
    with graded.copy() as copy:
        found = _is_right_now(copy, *_REPORTS, postgres=change)
    return expect(not found, found or "all changes are visible")


@robust(demand="docs/operations.md#committed in both databases")
def new_delivery_shows_at_once(graded: Graded) -> Result:
    """The next answer includes new delivery, even for past days."""
    change = """
        insert into ads.delivery select '2026-02-10', number, 1 + number % 30, 'phone', 50, 3, 70000 from numbers(2, 40)
    """
    reports = (_REPORTS[0], Report(("advertiser", "country"), ("impressions", "campaigns"), limit=1000))
    with graded.copy() as copy:
        found = _is_right_now(copy, *reports, clickhouse=change)
    return expect(not found, found or "the new delivery is included")


@robust(demand="docs/api.md#errors")
def senseless_requests_are_refused(graded: Graded) -> Result:
    """Missing, unknown, repeated and out-of-range parameters get a 400 with a message."""
    wrong = []
    for query in _SENSELESS:
        answer = graded.server.get(f"/api/report?{query}")
        if answer.status != 400 or not isinstance(answer.json, dict) or not isinstance(answer.json.get("error"), str):
            wrong.append(f"{query} is {excerpt(answer)}")
    return expect(not wrong, f"{len(wrong)} of {len(_SENSELESS)} are not rejected: {wrong[:2]}")


@robust(demand="docs/api.md#there is no such page")
def other_pages_are_not_there(graded: Graded) -> Result:
    """An unknown page gets a 404 in JSON."""
    answers = [graded.server.get(target) for target in ("/", "/api", "/favicon.ico", f"/api/report/?{_GOOD}")]
    wrong = [excerpt(each) for each in answers if each.status != 404 or not isinstance(each.json, dict)]
    return expect(not wrong, f"not 404 in JSON: {wrong[:2] or 'none'}")


@robust(demand="docs/operations.md#a dozen at a time")
def a_dozen_ask_at_once(graded: Graded) -> Result:
    """Each of twelve concurrent callers gets the report for their own advertiser."""
    reports = [Report(("day", "country"), ("clicks",), WEEK, (("advertiser", 10 + n),), limit=50) for n in range(12)]
    answers = graded.server.get_all([each.path for each in reports * 2], at_once=12)
    right = [truth(starting_deliveries(graded), each) for each in reports]
    pairs = zip(answers, right * 2, reports * 2, strict=True)
    wrong = [found for answer, expected, each in pairs if (found := difference(answer, expected, each))]
    return expect(not wrong, f"{len(wrong)} of {len(answers)} answers are wrong: {wrong[:1]}")
