"""Checks the state that the agent leaves.

Gates are evaluated in this order: functional, correct, robust, performant, production. Assert the behaviour
that the user asked for, and not one implementation of it. Every table, path and file that is named here must
be named in both instructions or exist in the environment; `headwater validate` compares them.

`demand` names the place that states what a check requires: `prompt`, a file of the workspace, or data of a
service. Add a heading or a text after `#` if that helps to find it.
"""

from headwater.grading import Graded, Result, correct, expect, functional, performant, production, robust


@functional(demand="prompt#analytics.daily_signups")
def table_exists(graded: Graded) -> Result:
    """The target table exists."""
    return expect(graded.postgres.has_table("analytics.daily_signups"), "analytics.daily_signups should exist")


@correct(demand="postgres:app.signups")
def counts_equal_the_source(graded: Graded) -> Result:
    """Each day has the same number of signups as in the source, and no day is missing or duplicated."""
    # Computed from the source and not hard-coded, so that it stays correct when the seed changes.
    expected = graded.postgres.query(
        "SELECT (signed_up_at AT TIME ZONE 'UTC')::date, count(*) FROM app.signups GROUP BY 1 ORDER BY 1"
    )
    found = graded.postgres.query("SELECT day, signups FROM analytics.daily_signups ORDER BY 1, 2")
    return expect(found == expected, f"expected {len(expected)} days as in the source, found {len(found)} rows")


@robust(demand="prompt")
def late_signup_is_counted_once(graded: Graded) -> Result:
    """A signup that arrives late is counted in the next run, and its day still has one row."""
    # A core check of every task with an entry point verifies that a second run over the same source
    # changes nothing. A copy may be changed, because other checks do not see it.
    with graded.copy() as copy:
        copy.postgres.execute("INSERT INTO app.signups VALUES (100000, 'free', '2025-01-05 12:00:00+00')")
        completed = copy.run()
        found = copy.postgres.query("SELECT signups FROM analytics.daily_signups WHERE day = DATE '2025-01-05'")
    return expect(
        completed.exit_code == 0 and found == [(9,)],
        f"2025-01-05 should have one row with 9 signups, found {found}; exit code {completed.exit_code}",
    )


@performant(demand="prompt")
def one_day_is_found_without_a_scan(graded: Graded) -> Result:
    """Looking up one day does not read the whole table once it has grown."""
    with graded.copy() as copy:
        copy.postgres.execute(
            "INSERT INTO analytics.daily_signups (day, signups)"
            " SELECT DATE '2030-01-01' + n, 1 FROM generate_series(1, 100000) AS n"
        )
        copy.postgres.execute("ANALYZE analytics.daily_signups")
        plan = copy.postgres.plan("SELECT signups FROM analytics.daily_signups WHERE day = DATE '2025-01-05'")
    return expect("Seq Scan" not in str(plan), "the lookup of one day should not scan the table")


@production(demand="prompt")
def missing_source_is_an_error(graded: Graded) -> Result:
    """A run that cannot read its source fails, so that the operator of the hourly run notices."""
    with graded.copy() as copy:
        copy.postgres.execute("ALTER TABLE app.signups RENAME TO signups_gone")
        completed = copy.run()
    return expect(completed.exit_code != 0, "a run without app.signups should end with an error")
