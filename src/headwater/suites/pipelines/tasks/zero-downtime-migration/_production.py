"""Production checks: what the engineer on call sees and relies on."""

from __future__ import annotations

import re

from _catalog import differences, read_catalog, settings
from _live import live_site
from _orders import describe_end, seeded_orders
from _sites import MIGRATE, interrupted_site, quiet_site

from headwater.grading import Graded, Result, expect, expect_equal, production

_AWAY = {
    "POSTGRES_URL": "postgresql://app:hush-3817@127.0.0.1:1/app",
    "PGHOST": "127.0.0.1",
    "PGPORT": "1",
    "PGPASSWORD": "hush-3817",
}
_CONSTRAINTS = {"orders_currency_fkey": "f", "orders_amount_sign": "c"}


@production(demand="docs/runbook.md#The states are")
def the_state_is_told_at_each_moment(graded: Graded) -> Result:
    """The status is untouched before, partial after a kill, migrated after the end, and untouched after a rollback."""
    site = quiet_site(graded)
    found = (site.before, interrupted_site(graded).halfway, site.status[0].stdout.strip(), site.status_restored)
    names = ("untouched", "partial", "migrated", "untouched")
    return expect_equal(found, tuple(f"state={name}" for name in names), "the states")


@production(demand="docs/runbook.md#watching")
def progress_is_printed(graded: Graded) -> Result:
    """While the table is filled, there is a line at least every 20,000 rows."""
    found = [int(n) for n in re.findall(r"^filled=(\d+) of \d+\s*$", quiet_site(graded).ran.stdout, re.MULTILINE)]
    steps = [after - before for before, after in zip([0, *found], found, strict=False)]
    least = 0.9 * len(seeded_orders(graded))
    return expect(
        bool(found) and max(found) >= least and max(steps) <= 20_000,
        f"{len(found)} lines, the largest step is {max(steps, default=0)}, the last number {max(found, default=0)}",
    )


@production(demand="docs/runbook.md#the last line is `state=untouched`")
def commands_end_with_the_state(graded: Graded) -> Result:
    """The last line of each migration and rollback is the state, and status prints nothing else."""
    site = quiet_site(graded)
    ended = [site.ran, site.again[0], site.rolled[0], site.rolled_again]
    found = [run.stdout.strip().rpartition("\n")[2] for run in ended]
    right = ["state=migrated"] * 2 + ["state=untouched"] * 2
    return expect(
        found == right and site.status[0].stdout.strip() == "state=migrated",
        f"last lines {found}; status printed {site.status[0].stdout.strip()[:80]!r}",
    )


@production(demand="docs/runbook.md#A migration that fails")
def a_failure_is_readable(graded: Graded) -> Result:
    """Without Postgres, all commands fail with a short message, without traceback and password."""
    with graded.copy() as copy:
        runs = [copy.run(f"{MIGRATE} {word}".strip(), env=_AWAY) for word in ("", "rollback", "status")]
    errors = [run.stderr.strip() for run in runs]
    readable = all(0 < len(text) < 1500 and "Traceback" not in text for text in errors)
    secret = any("hush-3817" in run.stdout + run.stderr for run in runs)
    codes = [run.exit_code for run in runs]
    return expect(
        readable and not secret and not {0, 124} & set(codes),
        f"exit codes {codes}; messages {[text[-120:] for text in errors]}",
    )


@production(demand="docs/runbook.md#Any other argument is an error")
def other_arguments_are_refused(graded: Graded) -> Result:
    """Unknown arguments are an error, and change nothing."""
    with graded.copy() as copy:
        before = read_catalog(copy)
        codes = [copy.run(f"{MIGRATE} {word}").exit_code for word in ("roll-back", "--force", "status now")]
        other = differences(before, read_catalog(copy))
    return expect(not {0, 124} & set(codes) and not other, f"exit codes {codes}; differences: {other or 'none'}")


@production(demand="docs/runbook.md#rollback")
def a_rollback_restores_everything(graded: Graded) -> Result:
    """After a rollback, columns, constraints, indexes, triggers, functions, tables and rights are what they were."""
    site = quiet_site(graded)
    other = differences(read_catalog(graded.starting), site.restored)
    return expect(
        site.rolled[0].exit_code == 0 and not other,
        f"the rollback {describe_end(site.rolled[0])}; differences: {other or 'none'}",
    )


@production(demand="docs/runbook.md#what-remains")
def nothing_else_remains(graded: Graded) -> Result:
    """There is no other table, and each new function is that of a trigger or is called by one."""
    before, after = read_catalog(graded.starting), read_catalog(graded)
    tables = set(after["relations"]) - set(before["relations"])
    bodies = """
        select p.oid::regprocedure::text, p.proname::text, p.prosrc,
               exists (select from pg_trigger where tgfoid = p.oid)
        from pg_proc p where p.pronamespace = 'shop'::regnamespace
    """
    functions = graded.postgres.query(bodies)
    idle = [
        shown
        for shown, name, _, is_trigger in functions
        if not is_trigger and not any(name in body for other, _, body, _ in functions if other != shown)
    ]
    return expect(
        not tables and not idle,
        f"other tables: {sorted(map(str, tables)) or 'none'}; unused functions: {idle or 'none'}",
    )


@production(demand="docs/runbook.md#Settings of roles and of the database")
def settings_are_as_they_were(graded: Graded) -> Result:
    """No setting of a role or of the database has changed."""
    return expect_equal(settings(graded), settings(graded.starting), "settings")


@production(demand="docs/target.md#constraints")
def constraints_are_validated(graded: Graded) -> Result:
    """The constraints have their names, all are validated, and none that only served the migration is left."""
    sql = """
        select conname::text, contype::text, convalidated and conenforced from pg_constraint
        where conrelid = 'shop.orders'::regclass and contype <> 'n'
    """
    found = {name: (kind, valid) for name, kind, valid in graded.postgres.query(sql)}
    before = {row[0] for row in graded.starting.postgres.query(sql)}
    new = {name: kind for name, (kind, _) in found.items() if name not in before}
    open_ones = [name for name, (_, valid) in found.items() if not valid]
    return expect(
        new == _CONSTRAINTS and before <= found.keys() and not open_ones,
        f"new constraints {new}; missing {sorted(before - found.keys()) or 'none'}; "
        f"not validated {open_ones or 'none'}",
    )


@production(demand="docs/target.md#index")
def the_index_is_valid(graded: Graded) -> Result:
    """All indexes of the table are valid, the new one and those that it had."""
    rows = {str(name).partition(".")[2]: valid for name, _, valid in read_catalog(graded)["indexes"]}
    before = {str(name).partition(".")[2] for name, _, _ in read_catalog(graded.starting)["indexes"]}
    missing = sorted(({"orders_currency_created"} | before) - rows.keys())
    invalid = [name for name, valid in rows.items() if not valid]
    return expect(not missing and not invalid, f"missing {missing or 'none'}; invalid {invalid or 'none'}")


@production(demand="docs/target.md#catalog")
def the_column_has_a_comment(graded: Graded) -> Result:
    """The comment of the new column says that it counts minor units, and the old comments are there."""
    sql = """
        select coalesce(a.attname::text, 'table'), d.description from pg_description d
        left join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid and d.objsubid > 0
        where d.objoid = 'shop.orders'::regclass and d.classoid = 'pg_class'::regclass
    """
    before, after = dict(graded.starting.postgres.query(sql)), dict(graded.postgres.query(sql))
    lost = [name for name in before if not after.get(name)]
    return expect(
        "minor" in str(after.get("amount_minor")).lower() and not lost,
        f"the comment is {after.get('amount_minor')!r}; lost: {lost or 'none'}",
    )


@production(demand="docs/target.md#PUBLIC may read the tables")
def rights_are_as_they_were(graded: Graded) -> Result:
    """Everybody can read the tables and the view, and nobody else can write them."""
    before, after = dict(read_catalog(graded.starting)["rights"]), dict(read_catalog(graded)["rights"])
    other = [f"{name}: {after.get(name)}" for name in before if after.get(name) != before[name]]
    return expect(not other, f"other rights: {other or 'none'}")


@production(demand="docs/releases.md#They are finance's")
def finances_objects_are_finances(graded: Graded) -> Result:
    """The view and the function of finance have their definitions, and the files of the app are as deployed."""
    sql = """
        select 'view', pg_get_viewdef('finance.daily_revenue'::regclass)
        union all select 'function', prosrc from pg_proc where proname = 'order_total'
    """
    same = sorted(graded.postgres.query(sql)) == sorted(graded.starting.postgres.query(sql))
    edited = [path for path in graded.workspace.changed() if path.startswith(("app/", "queries/", "docs/"))]
    return expect(same and not edited, f"finance's objects are {'the same' if same else 'changed'}; edited: {edited}")


@production(demand="docs/runbook.md#watching")
def sessions_have_their_name(graded: Graded) -> Result:
    """All sessions of a migration can be recognized in pg_stat_activity."""
    site = live_site(graded)
    known = ("app-release-1", "app-release-2", "finance-report", "watch", "migrate-orders")
    others = sorted(set(site.names) - set(known))
    return expect(
        "migrate-orders" in site.names and not others,
        f"seen sessions: {site.names}; without a name of their own: {others}",
    )
