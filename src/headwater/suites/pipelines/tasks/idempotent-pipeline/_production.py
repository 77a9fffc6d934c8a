"""Production checks: the output, error messages, schema file and README meet the needs of operators."""

from __future__ import annotations

import re

from _orders import POSTGRES_UNREACHABLE, add, apply_schema, catalog

from headwater.grading import Graded, Result, expect, production


@production(demand="ops/board.py#last_line")
def prints_what_it_did(graded: Graded) -> Result:
    """The last line of output gives the numbers of written and skipped rows."""
    script = """
        select order_id, 'placed', 5.0, timestamptz '2026-05-01 00:00:00+00' from (
            select 'OX-90001' || n as order_id from generate_series(1, 7) n
            union all select nullif(repeat(' ', n), '') from generate_series(0, 2) n
        ) news
    """
    with graded.copy() as copy:
        add(copy, script)
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    match = re.fullmatch(r"written=(\d+) skipped=(\d+)", last.strip())
    right = match is not None and int(match[1]) == 7 and int(match[2]) >= 3
    return expect(
        completed.exit_code == 0 and right,
        f"after 7 new rows and 3 without an order number, the last line is {last[:120]!r}",
    )


@production(demand="docs/jobs.md#exit-codes")
def fails_readably_without_postgres(graded: Graded) -> Result:
    """If Postgres is unreachable, a run prints the reason to stderr, without traceback or password."""
    with graded.copy() as copy:
        completed = copy.run(env=POSTGRES_UNREACHABLE)
    output = completed.stderr.strip()
    fit = bool(output) and "Traceback" not in output and "hush-4711" not in output + completed.stdout
    return expect(
        completed.exit_code not in (0, 124) and fit,
        f"without Postgres the run exited with {completed.exit_code}: {output[-200:]!r}",
    )


@production(demand="ops/rebuild.sh#schema.sql")
def schema_sql_recreates_everything(graded: Graded) -> Result:
    """schema.sql creates the same objects as are in use, and can be applied twice."""
    in_use = catalog(graded.clickhouse)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        codes = [apply_schema(copy).exit_code, apply_schema(copy).exit_code]
        created = catalog(copy.clickhouse)
    same = {"orders", "daily_revenue"} <= set(created) and all(
        created[name] == columns for name, columns in in_use.items() if name in created
    )
    return expect(
        codes == [0, 0] and same,
        f"schema.sql exited with {codes} and created {sorted(created)}; in use are {sorted(in_use)}",
    )


@production(demand="docs/jobs.md#there is nothing else in it")
def nothing_is_left_over(graded: Graded) -> Result:
    """The database contains only the objects in schema.sql, without helper tables or copies."""
    in_use = set(catalog(graded.clickhouse))
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        apply_schema(copy)
        surplus = sorted(in_use - set(catalog(copy.clickhouse)))
    return expect(
        bool(in_use) and not surplus,
        f"objects that schema.sql does not create: {', '.join(surplus) or 'none'}, of {sorted(in_use)}",
    )


@production(demand="docs/shop.md#read, and nothing else")
def the_shop_database_is_left_alone(graded: Graded) -> Result:
    """The shop's database has no new objects and no changed rows."""
    objects = """
        select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        union all select 'schema ' || nspname from pg_namespace where nspname !~ '^pg_'
        union all select 'function ' || proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
        union all select 'publication ' || pubname from pg_publication order by 1
    """
    rows = "select count(*), sum(hashtextextended(o::text, 0)::numeric)::text from raw.orders o"
    starting, current = graded.starting.postgres, graded.postgres
    added = sorted(
        {str(name) for (name,) in current.query(objects)} - {str(name) for (name,) in starting.query(objects)}
    )
    same = current.query(rows) == starting.query(rows)
    return expect(
        not added and same,
        f"added: {', '.join(added) or 'nothing'}; rows of raw.orders are {'unchanged' if same else 'changed'}",
    )


@production(demand="docs/jobs.md#readmemd")
def readme_is_a_runbook(graded: Graded) -> Result:
    """README.md names the command, the environment variables and the tables, and explains how to rebuild the tables."""
    text = graded.workspace.read_text("README.md")
    expected_texts = {
        "the command": r"\bpipeline\.py",
        "Postgres' variables": r"\bPOSTGRES_|\bPG[A-Z*]",
        "ClickHouse's variables": r"\bCLICKHOUSE_",
        "the orders": r"\borders\b",
        "the revenue": r"\bdaily_revenue\b",
        "how to rebuild": r"(?i)drop\s+(the\s+)?database|schema\.sql|rebuil[dt]|from (nothing|scratch)",
    }
    missing = [what for what, pattern in expected_texts.items() if not re.search(pattern, text)]
    return expect(not missing, f"README.md does not name: {', '.join(missing) or 'nothing that it needs'}")
