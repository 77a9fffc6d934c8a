"""Checks for slow-analytical-api: answers are unchanged and up to date, and requests read few rows."""

import time
from collections.abc import Sequence

from _api import (
    BREAKDOWN,
    METRICS,
    TABLE,
    Ask,
    breakdown,
    cost,
    fault,
    insert,
    list_errors,
    means,
    metrics,
    rows_of,
    wrong_after_delay,
)

from headwater.grading import (
    Graded,
    Response,
    Result,
    correct,
    expect,
    functional,
    performant,
    production,
    robust,
)

SAINT = "St. Brannoc's"
NEW_ID = 70_000_000
A_YEAR = "2025-12-31 23:59:59"
ROWS = 5_000_000
LOG_SECONDS = 5  # a server may respond before it logs
SAMPLE = [metrics(), metrics(from_="2025-02-01", to="2025-02-28", region="Harrow"), breakdown(by="region")]
MANY = [
    *(metrics(region=region) for region in ("Ashmoor", "Caldwell", "Harrow", "Kestrel Bay", "Norrby")),
    *(metrics(from_=f"2025-{month:02}-01", to=f"2025-{month:02}-25") for month in range(1, 8)),
    *(breakdown(by="service", region=region) for region in ("Brookhaven", "Dunmere", "Fenwick", "Lindholm")),
    *(breakdown(by="day", from_=f"2025-{month:02}-10", to=f"2025-{month:02}-11") for month in (1, 4, 7, 10)),
]


def is_json(answer: Response) -> bool:
    """Return whether a response is a JSON object with the JSON content type."""
    return isinstance(answer.json, dict) and "application/json" in answer.headers.get("content-type", "")


def is_error(answer: Response, status: int) -> bool:
    """Return whether a response is an error in the documented format."""
    return answer.status == status and is_json(answer) and isinstance(answer.json.get("error"), str)


def summarize(answer: Response) -> str:
    """Summarize a response, for use in messages."""
    return f"{answer.status} {answer.headers.get('content-type', 'without a type')} {answer.text[:80]!r}"


def all_true(faults: list[str], count: int) -> Result:
    """Pass if there are no faults; otherwise show the first one."""
    first = f"; {faults[0]}" if faults else ""
    return expect(not faults, f"{count - len(faults)} of {count} answers are right{first}")


@functional(demand="docs/api.md#requests")
def metrics_answer(graded: Graded) -> Result:
    """The response has the documented fields, and the mean fee for the month is right."""
    ask = metrics(from_="2025-03-01", to="2025-03-31", region="Lindholm")
    answer = graded.server.get(ask.path)
    fields = {"deliveries", "revenue", "late", "late_share"}
    good = answer.status == 200 and is_json(answer) and set(answer.json) == fields
    same = good and means(answer.json) == means(ask.truth(graded.clickhouse))
    return expect(same, f"{ask.path} answered {summarize(answer)}; the mean fee is {'right' if same else 'wrong'}")


@functional(demand="docs/api.md#requests")
def breakdowns_answer(graded: Graded) -> Result:
    """The response has a row for each service, and the mean fees for the month are right."""
    ask = breakdown(by="service", from_="2025-03-01", to="2025-03-31")
    answer = graded.server.get(ask.path)
    lines = answer.json.get("rows") if answer.status == 200 and is_json(answer) else None
    found = {str(line.get("key")): means(line) for line in lines or [] if isinstance(line, dict)}
    expected = {line["key"]: means(line) for line in ask.truth(graded.clickhouse)["rows"]}
    same = found == expected
    return expect(same, f"{ask.path} answered {summarize(answer)}; the mean fees are {'right' if same else 'wrong'}")


@functional(demand="docs/api.md#errors")
def unknown_pages_answer_in_json(graded: Graded) -> Result:
    """An unknown page gets a 404 in JSON."""
    answer = graded.server.get("/figures")
    return expect(is_error(answer, 404), f"an unknown page answered {summarize(answer)}")


@correct(demand="prompt")
def metrics_are_true(graded: Graded) -> Result:
    """The figures are exact for every combination of parameters, and the last day is inclusive."""
    asks = [
        metrics(),
        metrics(from_="2025-03-01", to="2025-03-31"),
        metrics(region="Kestrel Bay"),
        metrics(from_="2025-06-10", to="2025-06-10", region="Harrow"),
        metrics(from_="2025-11-15"),
        metrics(to="2025-01-31", region="Ålvik"),
    ]
    return all_true(list_errors(graded.server, graded.clickhouse, asks), len(asks))


@correct(demand="server.py#inclusive")
def breakdowns_by_day_are_true(graded: Graded) -> Result:
    """The days are exact and in order, and none is missing."""
    asks = [
        breakdown(by="day", from_="2025-02-27", to="2025-03-02"),
        breakdown(by="day", from_="2025-06-01", to="2025-06-08", region="Norrby"),
        breakdown(by="day", from_="2025-12-27"),
    ]
    return all_true(list_errors(graded.server, graded.clickhouse, asks), len(asks))


@correct(demand="docs/api.md#left out, it is")
def other_breakdowns_are_true(graded: Graded) -> Result:
    """Breakdowns by region and service are exact; without `by`, the breakdown is by region."""
    asks = [
        breakdown(),
        breakdown(by="region", from_="2025-07-01", to="2025-07-31"),
        breakdown(by="service"),
        breakdown(by="service", to="2025-05-05", region="Lindholm"),
    ]
    return all_true(list_errors(graded.server, graded.clickhouse, asks), len(asks))


@correct(demand="docs/operations.md#the-table")
def the_table_is_kept(graded: Graded) -> Result:
    """Other readers find the same columns and the same rows."""
    row = "delivery_id, delivered_at, region, service, courier_id, fee, minutes_late"
    sql = f"select count(), sum(sipHash64({row})) from analytics.deliveries"
    states = (graded.clickhouse, graded.starting.clickhouse)
    found, expected = (each.query(sql)[0] for each in states)
    columns, before = (list(each.columns(TABLE)) for each in states)
    return expect(
        found == expected and columns == before,
        f"{TABLE} has {found[0]} rows of {expected[0]} and columns {columns}; the hash of all values "
        + ("is the same" if found == expected else "differs"),
    )


@robust(demand="docs/api.md#fresh")
def new_rows_show_in_time(graded: Graded) -> Result:
    """Inserted rows count once in both answers within five seconds."""
    asks = [*SAMPLE, metrics(from_="2025-12-31"), breakdown(by="day", from_="2025-12-30"), breakdown(by="service")]
    with graded.copy() as copy:
        server, _ = copy.serve()
        for ask in asks:  # fill any caches
            server.get(ask.path)
        insert(copy.clickhouse, NEW_ID, A_YEAR)
        insert(copy.clickhouse, NEW_ID + 100, "2026-01-02 06:30:00")
        faults = wrong_after_delay(server, copy.clickhouse, asks)
    return all_true(faults, len(asks))


@robust(demand="docs/api.md#requests")
def odd_parameters_do_no_harm(graded: Graded) -> Result:
    """Apostrophes are treated literally, unknown regions yield empty results, and invalid parameters get a 400."""
    asks = [
        metrics(region=SAINT),
        breakdown(by="service", region=SAINT),
        metrics(region="Atlantis"),
        breakdown(by="day", region="Atlantis"),
        metrics(region="x' OR 1 = 1 -- "),
        metrics(region="Harrow\\"),
    ]
    refused = [
        metrics(from_="2025-02-30"),
        metrics(to="yesterday"),
        metrics(from_="2025-01-01' OR '1' = '1"),
        breakdown(by="courier_id"),
        breakdown(by="day", from_="31.12.2025"),
    ]
    faults = list_errors(graded.server, graded.clickhouse, asks)
    for ask in refused:
        answer = graded.server.get(ask.path)
        if not is_error(answer, 400):
            faults.append(f"{ask.path} answered {summarize(answer)}")
    return all_true(faults, len(asks) + len(refused))


@robust(demand="tickets/DATA-311.md#About twenty people")
def twenty_at_once_get_their_own(graded: Graded) -> Result:
    """Each of twenty different concurrent requests gets its own figures."""
    answers = graded.server.get_all([ask.path for ask in MANY], at_once=20)
    pairs = zip(MANY, answers, strict=True)
    faults = [line for ask, answer in pairs if (line := fault(ask, answer, ask.truth(graded.clickhouse)))]
    return all_true(faults, len(MANY))


@robust(demand="docs/api.md#without a restart")
def survives_the_database(graded: Graded) -> Result:
    """Without the database, both endpoints return 503; when it is back, the answers are right again."""
    asks = [metrics(region="Fenwick"), breakdown(by="service", region="Fenwick")]
    with graded.copy() as copy:
        truths = [ask.truth(copy.clickhouse) for ask in asks]
        server, _ = copy.serve()
        for ask in asks:
            server.get(ask.path)
        copy.stack.stop()
        answers_during_outage = [server.get(Ask(ask.endpoint, {"region": "Dunmere"}).path) for ask in asks]
        health = server.get("/health").status
        copy.stack.start()
        for ask in asks:  # the first request after an outage may use a dead connection
            server.get(ask.path)
        answers_after_return = [server.get(ask.path) for ask in asks]
    recovered = [
        not fault(ask, answer, truth) for ask, answer, truth in zip(asks, answers_after_return, truths, strict=True)
    ]
    return expect(
        health == 200 and all(is_error(answer, 503) for answer in answers_during_outage) and all(recovered),
        f"without the database: {[summarize(answer) for answer in answers_during_outage]}, health {health}; "
        f"after its return: {[answer.status for answer in answers_after_return]}",
    )


@performant(demand="tickets/DATA-311.md#a twentieth of the rows")
def metrics_read_little(graded: Graded) -> Result:
    """A request for metrics reads at most a twentieth of the table."""
    found, best = cost(graded, "left").metrics_rows, cost(graded, "reference").metrics_rows
    return expect(found <= ROWS / 20, f"a request for metrics reads {found} rows, with the reference {best}")


@performant(demand="tickets/DATA-311.md#a twentieth of the rows")
def breakdowns_read_little(graded: Graded) -> Result:
    """A request for a breakdown reads at most a twentieth of the table."""
    found, best = cost(graded, "left").breakdown_rows, cost(graded, "reference").breakdown_rows
    return expect(found <= ROWS / 20, f"a request for a breakdown reads {found} rows, with the reference {best}")


@performant(demand="tickets/DATA-311.md#three queries for a request")
def few_queries_a_request(graded: Graded) -> Result:
    """A request runs at most three queries, however many rows a breakdown has."""
    agent_cost = cost(graded, "left")
    return expect(
        max(agent_cost.metrics_queries, agent_cost.breakdown_queries) <= 3,
        f"a request runs {agent_cost.metrics_queries:.1f} queries for metrics, "
        f"{agent_cost.breakdown_queries:.1f} for a breakdown",
    )


@performant(demand="prompt")
def both_are_quick(graded: Graded) -> Result:
    """The slowest responses take at most a third of their former time, or four times as long as the reference."""
    agent_cost, starting, reference = (cost(graded, side) for side in ("left", "starting", "reference"))
    slow = [
        name
        for name, found, before, best in (
            (METRICS, agent_cost.metrics_sec, starting.metrics_sec, reference.metrics_sec),
            (BREAKDOWN, agent_cost.breakdown_sec, starting.breakdown_sec, reference.breakdown_sec),
        )
        if found > max(before / 3, 4 * best)
    ]
    return expect(
        not slow,
        f"slowest responses: metrics {agent_cost.metrics_sec:.2f} s, before {starting.metrics_sec:.2f} s; "
        f"breakdowns {agent_cost.breakdown_sec:.2f} s, before {starting.breakdown_sec:.2f} s",
    )


@production(demand="docs/operations.md#deploying")
def deploys_to_another_site(graded: Graded) -> Result:
    """On a database with only the table and its rows, schema.sql creates everything that the server needs."""
    smaller = f"{TABLE}_smaller"
    with graded.copy(data="starting") as site:
        site.clickhouse.execute(
            f"create table {smaller} as {TABLE};\n"
            f"insert into {smaller} select * from {TABLE} where delivery_id % 5 = 0;\n"
            f"exchange tables {smaller} and {TABLE};\n"
            f"drop table {smaller};\n"
        )
        completed = site.run("python3 apply.py")
        server, _ = site.serve()
        faults = list_errors(server, site.clickhouse, SAMPLE)
        insert(site.clickhouse, NEW_ID, A_YEAR)
        faults += wrong_after_delay(server, site.clickhouse, SAMPLE)
        rows = rows_of(metrics(), site.clickhouse, server)
    return expect(
        completed.exit_code == 0 and not faults and rows <= ROWS / 20,
        f"apply.py exited with {completed.exit_code} {completed.tail if completed.exit_code else ''}; "
        f"{len(faults)} answers are wrong; a request reads {rows} rows" + (f"; {faults[0]}" if faults else ""),
    )


@production(demand="docs/operations.md#No figure differs")
def deploying_again_changes_nothing(graded: Graded) -> Result:
    """Running schema.sql again changes nothing."""
    with graded.copy() as copy:
        codes = [copy.run("python3 apply.py").exit_code for _ in range(2)]
        server, _ = copy.serve()
        faults = list_errors(server, copy.clickhouse, SAMPLE)
    return expect(
        codes == [0, 0] and not faults,
        f"apply.py exited with {codes}; {len(faults)} answers are wrong after it"
        + (f"; {faults[0]}" if faults else ""),
    )


@production(demand="docs/operations.md#Each site has its own database")
def serves_at_another_address(graded: Graded) -> Result:
    """With the database on another port and with another password, the answers are the same."""
    with graded.copy(relocated=True) as copy:
        server, _ = copy.serve()
        faults = list_errors(server, copy.clickhouse, SAMPLE)
    return all_true(faults, len(SAMPLE))


def _logged(log: str, asks: Sequence[Ask], answers: Sequence[Response]) -> list[bool]:
    lines = log.splitlines()
    return [
        any(ask.path in line and str(answer.status) in line.replace(ask.path, "") for line in lines)
        for ask, answer in zip(asks, answers, strict=True)
    ]


@production(demand="ops/slowest.py#LINE")
def requests_are_logged(graded: Graded) -> Result:
    """Each request is logged in one line, with its path, status and duration in milliseconds."""
    asks = [metrics(region="Atlantis", to="2025-01-07"), metrics(to="2025-01-99")]
    with graded.copy() as copy:
        server, _ = copy.serve()
        answers = [server.get(ask.path) for ask in asks]
        deadline = time.monotonic() + LOG_SECONDS
        while not all(logged := _logged(copy.server_log, asks, answers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        lines = copy.server_log.splitlines()
    return expect(all(logged), f"{sum(logged)} of {len(asks)} requests are in the log, which ends with {lines[-2:]}")
