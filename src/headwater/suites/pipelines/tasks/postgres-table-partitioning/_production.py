"""Production checks: names, permissions, comments and messages meet the needs of operators and analysts."""

from __future__ import annotations

import re

from _activity import TABLE, UNREACHABLE, event, last_line, maintain, partitions, record
from _nights import nights

from headwater.grading import Graded, Result, expect, expect_equal, production


@production(demand="docs/operations.md#partitions")
def partitions_have_their_names(graded: Graded) -> Result:
    """On 1 May 2026, there are partitions for the kept months and the next three months, and a default partition."""
    expected = {f"activity_2025_{n:02}" for n in range(5, 13)} | {f"activity_2026_{n:02}" for n in range(1, 9)}
    found = set(partitions(graded))
    return expect_equal(sorted(found), sorted(expected | {"activity_default"}), "partitions")


@production(demand="docs/operations.md#access")
def analysts_can_read(graded: Graded) -> Result:
    """All users can read the tables, and only the owner can change them."""
    sql = "select has_table_privilege('public', '{}', 'select') and not has_table_privilege('public', '{}', 'delete')"
    tables = [TABLE, "social.reports", "social.post_stats", "social.posts"]
    denied = [table for table in tables if not graded.postgres.scalar(sql.replace("{}", table))]
    return expect(not denied, f"without access: {denied or 'none'}")


@production(demand="docs/operations.md#access")
def the_catalog_shows_the_comments(graded: Graded) -> Result:
    """The table and its columns keep their comments."""
    sql = """
        select coalesce(a.attname::text, 'the table'), d.description from pg_description d
        left join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid and d.objsubid > 0
        where d.objoid = 'social.activity'::regclass and d.classoid = 'pg_class'::regclass order by 1
    """
    expected, found = dict(graded.starting.postgres.query(sql)), dict(graded.postgres.query(sql))
    missing = [name for name in expected if found.get(name) != expected[name]]
    return expect(not missing, f"without their comment: {missing or 'none'}")


@production(demand="docs/operations.md#jobs")
def a_job_says_what_it_did(graded: Graded) -> Result:
    """The last line printed by the job for 1 June, when May has rows, reports one created and one dropped month."""
    with graded.copy() as copy:
        record(graded, copy, event(1, "2026-05-20 12:00:00+00"))
        line = last_line(maintain(copy, "2026-06-01"))
    return expect_equal(line, "created=1 dropped=1", "the last line")


@production(demand="docs/operations.md#jobs")
def each_night_says_what_it_did(graded: Graded) -> Result:
    """After each of many nights, the last line has the numbers of partitions that came and went."""
    found = nights(graded)
    return expect(not found.line, found.line or "the numbers are right", events=found.events.get("line", []))


@production(demand="docs/operations.md#jobs")
def a_failing_job_says_why(graded: Graded) -> Result:
    """Without Postgres or with an invalid date, the job prints the reason, without traceback or password."""
    with graded.copy() as copy:
        runs = [maintain(copy, "2026-06-01", UNREACHABLE), maintain(copy, "soon")]
    errors = [run.stderr.strip() for run in runs]
    readable = all(0 < len(text) < 1500 and "Traceback" not in text for text in errors)
    secret = any("hush-3817" in run.stdout + run.stderr for run in runs)
    codes = [run.exit_code for run in runs]
    return expect(
        readable and not secret and not {0, 124} & set(codes),
        f"exit codes {codes}; the job printed {[text[-120:] for text in errors]}",
    )


@production(demand="docs/operations.md#leftovers")
def nothing_of_the_old_table_is_left(graded: Graded) -> Result:
    """The schema contains only the activity table and its partitions; no copy, old name or unused function remains."""
    tables = """
        select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
        where relnamespace = 'social'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and not relispartition
        group by 1 having array_agg(a.attname::text) @> array['user_id', 'post_id', 'kind'] order by 1
    """
    functions = """
        select p.proname from pg_proc p where p.pronamespace = 'social'::regnamespace
        and not exists (select from pg_trigger t where t.tgfoid = p.oid)
    """
    found = [name for (name,) in graded.postgres.query(tables)]
    texts = "\n".join(source.text for source in graded.workspace.sources())
    bodies = graded.postgres.query("select proname, prosrc from pg_proc where pronamespace = 'social'::regnamespace")
    idle = [
        name
        for (name,) in graded.postgres.query(functions)
        if not re.search(rf"social\.{name}\b", texts)
        and not any(name in body for other, body in bodies if other != name)
    ]
    return expect(
        found == ["activity"] and not idle,
        f"tables and views of activity: {found}; functions that nothing calls: {idle or 'none'}",
    )
