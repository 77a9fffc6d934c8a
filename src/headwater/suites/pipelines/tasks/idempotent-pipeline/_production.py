"""Production: output, failures, schema and README are what a reviewer and an operator would ask for."""

from __future__ import annotations

import re

from _orders import POSTGRES_AWAY, add, apply_schema, catalog

from headwater.grading import Graded, Result, expect, production


@production
def prints_what_it_did(graded: Graded) -> Result:
    """The last line gives the numbers of loaded rows and of rows that were left out."""
    news = """
        select order_id, 'placed', 5.0, timestamptz '2026-05-01 00:00:00+00' from (
            select 'OX-90001' || n as order_id from generate_series(1, 7) n
            union all select nullif(repeat(' ', n), '') from generate_series(0, 2) n
        ) news
    """
    with graded.copy() as copy:
        add(copy, news)
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    said = re.fullmatch(r"written=(\d+) skipped=(\d+)", last.strip())
    right = said is not None and int(said[1]) == 7 and int(said[2]) >= 3
    return expect(
        completed.exit_code == 0 and right,
        f"after 7 new rows and 3 without a number the last line is {last[:120]!r}",
    )


@production
def fails_readably_without_postgres(graded: Graded) -> Result:
    """Without Postgres, a run says on stderr what is wrong, without traceback or password."""
    with graded.copy() as copy:
        completed = copy.run(env=POSTGRES_AWAY)
    said = completed.stderr.strip()
    fit = bool(said) and "Traceback" not in said and "hush-4711" not in said + completed.stdout
    return expect(
        completed.exit_code not in (0, 124) and fit,
        f"without Postgres it ended with {completed.exit_code}: {said[-200:]!r}",
    )


@production
def schema_sql_recreates_everything(graded: Graded) -> Result:
    """The definitions in the repository are those in use, and can be applied twice."""
    in_use = catalog(graded.clickhouse)
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        codes = [apply_schema(copy).exit_code, apply_schema(copy).exit_code]
        made = catalog(copy.clickhouse)
    same = {"orders", "daily_revenue"} <= set(made) and all(
        made[name] == columns for name, columns in in_use.items() if name in made
    )
    return expect(
        codes == [0, 0] and same,
        f"schema.sql ended with {codes} and made {sorted(made)}; in use are {sorted(in_use)}",
    )


@production
def nothing_is_left_over(graded: Graded) -> Result:
    """The database has only what schema.sql creates: no scratch tables and no copies."""
    in_use = set(catalog(graded.clickhouse))
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics")
        apply_schema(copy)
        surplus = sorted(in_use - set(catalog(copy.clickhouse)))
    return expect(
        bool(in_use) and not surplus,
        f"not of schema.sql: {', '.join(surplus) or 'nothing'}, of {sorted(in_use)}",
    )


@production
def the_shop_database_is_left_alone(graded: Graded) -> Result:
    """Nothing was added to the shop's database, and no row was changed."""
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
    was, now = graded.starting.postgres, graded.postgres
    added = sorted({str(name) for (name,) in now.query(objects)} - {str(name) for (name,) in was.query(objects)})
    same = now.query(rows) == was.query(rows)
    return expect(
        not added and same,
        f"added: {', '.join(added) or 'nothing'}; rows of raw.orders {'as they were' if same else 'changed'}",
    )


@production
def readme_is_a_runbook(graded: Graded) -> Result:
    """README.md names the command, the environment, the tables and the way to rebuild."""
    text = graded.workspace.read_text("README.md")
    wanted = {
        "the command": r"\bpipeline\.py",
        "Postgres' variables": r"\bPOSTGRES_|\bPG[A-Z*]",
        "ClickHouse's variables": r"\bCLICKHOUSE_",
        "the orders": r"\borders\b",
        "the revenue": r"\bdaily_revenue\b",
        "how to rebuild": r"(?i)drop\s+(the\s+)?database|schema\.sql|rebuil[dt]|from (nothing|scratch)",
    }
    missing = [what for what, pattern in wanted.items() if not re.search(pattern, text)]
    return expect(not missing, f"README.md does not name: {', '.join(missing) or 'nothing that it needs'}")
