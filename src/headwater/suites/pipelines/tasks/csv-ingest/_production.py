"""Production checks: the schema file, the output and the README meet the needs of reviewers and operators."""

from __future__ import annotations

import re

from _folder import EVENT_TABLE, REJECTED_TABLE, UNREACHABLE, arrives
from _truth import BAD_EXPORT, BAD_LINES, GOOD_EVENTS

from headwater.grading import Graded, Result, expect, expect_equal, production

VARIABLES = ("CLICKHOUSE_URL", "CLICKHOUSE_HOST", "CLICKHOUSE_PORT", "CLICKHOUSE_NATIVE_PORT")
VARIABLES += ("CLICKHOUSE_USER", "CLICKHOUSE_PASSWORD")
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"[^"]*"|`[^`]*`|--[^\n]*|\#[ !][^\n]*|/\*.*?\*/|.""", re.DOTALL)


@production(demand="tools/new_site.py#schema.sql")
def schema_file_makes_the_tables(graded: Graded) -> Result:
    """On an empty server, schema.sql creates both tables as they are in use, and it can run again."""
    statements = _statements(graded.workspace.read_text("schema.sql"))
    tables = (EVENT_TABLE, REJECTED_TABLE)
    now = [graded.clickhouse.columns(table) for table in tables]
    with graded.copy() as copy:
        copy.clickhouse.execute("drop database if exists analytics;")
        for statement in statements * 2:
            copy.clickhouse.execute(statement)
        created_columns = [copy.clickhouse.columns(table) for table in tables]
    same = statements and all(now) and created_columns == now
    return expect(same, f"schema.sql has {len(statements)} statements and creates {created_columns}")


def _statements(script: str) -> list[str]:
    """Split SQL at semicolons outside strings, quoted names and comments; comments are removed."""
    statements = [""]
    for token in _TOKEN.findall(script):
        if token == ";":
            statements.append("")
        elif not token.startswith(("--", "#", "/*")):
            statements[-1] += token
    return [statement.strip() for statement in statements if statement.strip()]


@production(demand="tools/nightly.py#rejected")
def each_file_is_reported(graded: Graded) -> Result:
    """A run prints the number of new events and of rejected rows for each file."""
    with graded.copy() as copy:
        arrives(copy, "hobro", BAD_EXPORT)
        lines = copy.run().stdout.splitlines()
    expected = (f"hobro.csv: {len(GOOD_EVENTS)} new, {len(BAD_LINES)} rejected", "espoo.csv: 0 new, 1 rejected")
    missing = [line for line in expected if not any(printed.strip() == line for printed in lines)]
    return expect(not missing, f"not printed: {missing or 'nothing'}; the output is {lines[:8]}")


@production(demand="docs/jobs.md#a readable line")
def a_failing_run_says_why(graded: Graded) -> Result:
    """A failed run prints a readable line that names ClickHouse, without traceback or password."""
    with graded.copy() as copy:
        completed = copy.run(env=UNREACHABLE)
    output = completed.stdout + completed.stderr
    secret = UNREACHABLE["CLICKHOUSE_PASSWORD"]
    return expect(
        completed.exit_code and "clickhouse" in output.lower() and secret not in output and "Traceback" not in output,
        f"without ClickHouse the ingest printed {output.replace(secret, '<the password>')[-300:]!r}",
    )


@production(demand="docs/jobs.md#readmemd")
def readme_is_enough_to_run_it(graded: Graded) -> Result:
    """README.md names the command, the folder, the tables, the schema and the variables that the code reads."""
    text = graded.workspace.read_text("README.md")
    expected = {
        "the command": r"ingest\.py",
        "the folder": r"\bexports\b",
        "the events": r"\bevents\b",
        "the rejected rows": r"\brejected_rows\b",
        "the schema": r"\bschema\.sql\b",
        "any variable": r"\bCLICKHOUSE_",
    }
    missing = [what for what, pattern in expected.items() if not re.search(pattern, text)]
    missing += [name for name in _variables_read(graded) if not _names(text, name)]
    return expect(not missing, f"README.md does not name: {', '.join(missing) or 'nothing that it needs'}")


def _variables_read(graded: Graded) -> list[str]:
    """Return the environment variables whose full names appear in files other than documentation."""
    code = "\n".join(source.text for source in graded.workspace.sources() if not source.path.endswith((".md", ".csv")))
    return [name for name in VARIABLES if re.search(rf"""["'$]\{{?{name}\b""", code)]


def _names(text: str, variable: str) -> bool:
    """Return whether a text names a variable, in full or abbreviated as in ``CLICKHOUSE_HOST/PORT``."""
    prefix, _, end = variable.partition("_")
    return variable in text or bool(re.search(rf"\b{prefix}_\S*\b{end}\b", text))


@production(demand="docs/jobs.md#leaves nothing there")
def only_the_two_tables_are_left(graded: Graded) -> Result:
    """No helper table remains in the database."""
    return expect_equal(graded.clickhouse.tables(), [EVENT_TABLE, REJECTED_TABLE], "the list of tables")
