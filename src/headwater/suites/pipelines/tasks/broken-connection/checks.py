"""Checks for broken-connection: the loader reads its connection from the environment and is idempotent."""

import re
from collections.abc import Sequence

from headwater.grading import (
    Graded,
    Result,
    code,
    correct,
    expect,
    expect_equal,
    functional,
    performant,
    production,
    robust,
)

TABLE = "app.users"
HEADER = "id,username,email,created_at"
MANY = 2_000
USERS = [
    (1, "amelie", "amelie@riverbank.example", "2025-03-14"),
    (2, "bashir", "bashir@riverbank.example", "2025-04-02"),
    (3, "chidi", "chidi@riverbank.example", "2025-04-02"),
    (4, "daphne", "daphne@riverbank.example", "2025-06-21"),
    (5, "evren", "evren@riverbank.example", "2025-09-30"),
]
SELECT = "select id, username, email, created_at::text from app.users order by id"
NAMES = "select id, username, email from app.users order by id"
CHANGED = (1, "amelie", "changed@riverbank.example", "2025-03-14")
OTHERS = [(n * n, f"rower{n * 7919}", f"r{n * 104729}@delta.example", "2025-05-09") for n in range(11, 24)]
CONNECTIONS = 20
OLD_PORT = re.compile(r"""[:=,(]\s*["']?5433\b""")  # matched only as a value, because prose may mention the old port


def listing(rows: Sequence[tuple[object, ...]]) -> str:
    """Return rows as the CSV that the loader reads."""
    return "\n".join([HEADER, *(",".join(map(str, row)) for row in rows)]) + "\n"


def as_new(graded: Graded) -> list[code.Source]:
    """Return the files as if the task had shipped none, because the shipped literals must be removed."""
    return [code.Source(source.path, source.text, None) for source in graded.workspace.sources()]


def location(findings: list[code.Finding]) -> str:
    """Return the location and message of the first finding, or an empty string if there are none."""
    return f"{findings[0].path}:{findings[0].line}: {findings[0].message}" if findings else ""


def many() -> str:
    """Return a long list of users as CSV."""
    return listing([(n, f"user{n}", f"user{n}@riverbank.example", "2026-01-01") for n in range(1, MANY + 1)])


@functional(demand="init.sql#app.users")
def users_table_exists(graded: Graded) -> Result:
    """The users table exists."""
    return expect(graded.postgres.has_table(TABLE), f"{TABLE} should exist")


@functional(demand="users.csv")
def people_of_the_list_are_there(graded: Graded) -> Result:
    """The table contains each id, username and email address in the list exactly once."""
    return expect_equal(graded.postgres.query(NAMES), [user[:3] for user in USERS], TABLE)


@functional(demand="README.md#empty database and the same command")
def loads_another_list_into_an_empty_database(graded: Graded) -> Result:
    """In an empty database, the loader creates the table and loads whatever list it is given."""
    with graded.copy() as copy:
        copy.postgres.execute("drop table if exists app.users cascade")
        copy.write("users.csv", listing(OTHERS))
        completed = copy.run()
        found = copy.postgres.query(NAMES) if copy.postgres.has_table(TABLE) else []
    return expect(
        completed.exit_code == 0 and found == [other[:3] for other in OTHERS],
        f"without the table the loader exited with {completed.exit_code} and inserted {len(found)} rows for the "
        f"{len(OTHERS)} users of another list {completed.tail}",
    )


@correct(demand="users.csv")
def exactly_the_five_users(graded: Graded) -> Result:
    """The table contains the list's usernames, email addresses and dates, with one row per user."""
    return expect_equal(graded.postgres.query(SELECT), USERS, TABLE)


@correct(demand="init.sql#created_at date")
def columns_have_proper_types(graded: Graded) -> Result:
    """Dates are stored as dates, and ids as numbers."""
    columns = graded.postgres.columns(TABLE)
    proper = (
        columns.get("id") in ("integer", "bigint", "smallint")
        and columns.get("created_at") == "date"
        and all(re.match(r"text|character varying|citext", columns.get(name, "")) for name in ("username", "email"))
    )
    return expect(proper, f"columns are {columns}", columns=columns)


@correct(demand="prompt")
def new_people_are_added(graded: Graded) -> Result:
    """A new row in the list is inserted into the table."""
    added = (6, "farida", "farida@riverbank.example", "2026-02-11")
    with graded.copy() as copy:
        copy.write("users.csv", listing([*USERS, added]))
        copy.run()
        return expect_equal(copy.postgres.query(SELECT), [*USERS, added], "with a sixth row in the list, the table")


@correct(demand="prompt")
def changed_addresses_are_updated(graded: Graded) -> Result:
    """A changed row in the list updates the row in the table."""
    changed = [(1, "amelie", "amelie@delta.example", "2025-03-14"), *USERS[1:]]
    with graded.copy() as copy:
        copy.write("users.csv", listing(changed))
        copy.run()
        return expect_equal(copy.postgres.query(SELECT), changed, "with a changed address in the list, the table")


@robust(demand="init.sql#no two people have the same username")
def a_taken_username_is_refused(graded: Graded) -> Result:
    """A list with a duplicate username is rejected, either by a constraint or by the loader."""
    with graded.copy() as copy:
        copy.write("users.csv", listing([CHANGED, *USERS[1:], (6, "bashir", "b@riverbank.example", "2026-01-01")]))
        completed = copy.run()
        rows = copy.postgres.query(SELECT)
    message = f"with a duplicate username the loader exited with {completed.exit_code}, and the table is {rows}"
    return expect(completed.exit_code != 0 and rows == USERS, message)


@robust(demand="prompt#in the table twice")
def nobody_twice(graded: Graded) -> Result:
    """A list with a duplicate row is rejected or loaded without the duplicate, and the next valid list is loaded."""
    with graded.copy() as copy:
        copy.write("users.csv", listing([*USERS, USERS[1]]))
        ended = copy.run().exit_code
        rows = copy.postgres.query(SELECT)
        copy.write("users.csv", listing(USERS))
        copy.run()
        good = copy.postgres.query(SELECT)
    return expect(
        rows == good == USERS,
        f"with a duplicate row the loader exited with {ended} and left {len(rows)} rows; "
        f"with the next valid list it left {len(good)}",
    )


@robust(demand="docs/jobs.md#ending")
def fails_when_the_database_is_away(graded: Graded) -> Result:
    """The loader exits with a nonzero code if the database is unreachable."""
    unreachable = {"POSTGRES_URL": "postgresql://app@127.0.0.1:1/app", "PGHOST": "127.0.0.1", "PGPORT": "1"}
    with graded.copy() as copy:
        completed = copy.run(env=unreachable)
    ended = completed.exit_code
    return expect(ended not in (0, 124), f"without a database the loader exited with {ended}")


@robust(demand="docs/jobs.md#What a failed run has begun")
def a_bad_line_changes_nothing(graded: Graded) -> Result:
    """A list with an invalid row is rejected as a whole, with a nonzero exit code."""
    bad = [CHANGED, *USERS[1:], ("seven", "gwen", "gwen@riverbank.example", "2026-01-01")]
    with graded.copy() as copy:
        copy.write("users.csv", listing(bad))
        completed = copy.run()
        rows = copy.postgres.query(SELECT)
    table = "did not change" if rows == USERS else "changed"
    return expect(
        completed.exit_code != 0 and rows == USERS,
        f"with an invalid row the loader exited with {completed.exit_code} and {table} the table",
    )


@robust(demand="init.sql#All four values are required")
def an_empty_username_is_refused(graded: Graded) -> Result:
    """An empty username is rejected, because the value is required."""
    with graded.copy() as copy:
        copy.write("users.csv", listing([CHANGED, *USERS[1:], (6, "", "nobody@riverbank.example", "2026-01-01")]))
        completed = copy.run()
        rows = copy.postgres.query(SELECT)
    message = f"with an empty username the loader exited with {completed.exit_code}, and the table is {rows}"
    return expect(completed.exit_code != 0 and rows == USERS, message)


@performant(demand="tickets/PEOPLE-42.md#in a second or two")
def loads_a_long_list_quickly(graded: Graded) -> Result:
    """For two thousand users, the loader takes at most ten times as long as the reference solution, plus a second."""
    with graded.copy() as copy:
        copy.write("users.csv", many())
        completed = copy.run()
        rows = copy.postgres.scalar("select count(*) from app.users")
    graded.reference.write("users.csv", many())
    reference = graded.reference.run()
    limit = 10 * reference.seconds + 1
    return expect(
        rows == MANY and completed.seconds <= limit,
        f"{rows} rows in {completed.seconds:.2f} s; the reference takes {reference.seconds:.2f} s",
        seconds=completed.seconds,
        reference_seconds=reference.seconds,
    )


@performant(demand="docs/jobs.md#sharing-the-database")
def uses_few_connections(graded: Graded) -> Result:
    """The number of connections does not grow with the list. One connection per row would exhaust the server."""
    sessions = "select sessions from pg_stat_database where datname = 'app'"
    with graded.copy() as copy:
        copy.write("users.csv", many())
        before = copy.postgres.scalar(sessions)
        copy.run()
        copy.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.2)")
        opened = copy.postgres.scalar(sessions) - before
    return expect(opened <= CONNECTIONS, f"for {MANY} users a run opened {opened} connections")


@performant(demand="queries/person.sql#WHERE username")
def lookup_by_username_uses_an_index(graded: Graded) -> Result:
    """A lookup by username uses an index, so that it stays fast as the table grows."""
    with graded.copy() as copy:
        copy.postgres.execute(
            "insert into app.users (id, username, email, created_at) "
            "select n, 'grown' || n, n || '@x.example', '2026-01-01' from generate_series(1000, 60000) n; "
            "analyze app.users"
        )
        plan = str(copy.postgres.plan("select * from app.users where username = 'grown4711'"))
    return expect("Index" in plan, "looking up a username should use an index", plan=plan[:500])


@production(demand="docs/jobs.md#never in a repository")
def no_credentials_left(graded: Graded) -> Result:
    """No file contains the shipped credentials or new hard-coded ones."""
    found = code.hardcoded_credentials(as_new(graded))
    return expect(not found, location(found) or "no credentials in the files")


@production(demand="docs/jobs.md#never in a repository")
def no_address_left(graded: Graded) -> Result:
    """No file contains the shipped host and port or a new hard-coded address."""
    sources = as_new(graded)
    found = code.connection_literals(sources, graded.config.services)
    old = [source.path for source in sources if source.path.endswith(".py") and OLD_PORT.search(source.text)]
    return expect(not found and not old, location(found) or f"files with the old port: {old}")


@production(demand="docs/jobs.md#output")
def the_error_does_not_leak_the_password(graded: Graded) -> Result:
    """A failed run does not print the password, because its output is logged."""
    unreachable = {
        "POSTGRES_URL": "postgresql://app:hush-4711@127.0.0.1:1/app",
        "PGPORT": "1",
        "PGPASSWORD": "hush-4711",
    }
    with graded.copy() as copy:
        completed = copy.run(env=unreachable)
    output = completed.stdout + completed.stderr
    return expect(
        output.strip() and "hush-4711" not in output,
        f"a failed run printed {len(output)} characters, {output[-200:]!r}",
    )
