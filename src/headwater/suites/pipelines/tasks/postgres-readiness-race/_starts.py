"""Run starts against a Postgres that is ready late, and check the resulting data."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from _late import LatePostgres, Phase

from headwater.grading import Completed, Graded, QueryError, State

VERSIONS = "select version, checksum from ops.schema_migrations order by version"
BALANCES = "select account_id, currency, invoiced, paid from billing.account_balances order by account_id"
EXPECTED_BALANCES = """
    select a.account_id, a.currency,
           coalesce((select sum(i.amount) from billing.invoices i
                     where i.account_id = a.account_id and i.state = 'sent'), 0),
           coalesce((select sum(p.amount) from billing.payments p join billing.invoices i using (invoice_id)
                     where i.account_id = a.account_id and i.state = 'sent'), 0)
    from billing.accounts a order by a.account_id
"""
AFTER_DEADLINE_SEC = 15
"""The time after the deadline for the last attempt and its work."""

SECRET = "hush-4711"
NEXT_VERSION = 7


def files(graded: Graded) -> list[tuple[int, str]]:
    """Return the number and checksum of each migration that the task ships."""
    texts = {path: graded.workspace.shipped_text(path) for path in graded.workspace.files("migrations/*.sql")}
    shipped = {path: text for path, text in texts.items() if text is not None}
    numbers = {path: int(path.rpartition("/")[2].partition("_")[0]) for path in shipped}
    return sorted((numbers[path], sha256(text.encode()).hexdigest()) for path, text in shipped.items())


def fault(graded: Graded, state: State) -> str:
    """Describe how the data differ from the data after a correct start; return an empty string if they do not."""
    try:
        versions = state.postgres.query(VERSIONS)
        if versions != files(graded):
            return f"ops.schema_migrations has versions {[version for version, _ in versions]}"
        service = "select state, schema_version from ops.service_status where service = 'invoicing'"
        if (status := state.postgres.query(service)) != [("up", len(versions))]:
            return f"ops.service_status says {status}"
        if state.postgres.query(BALANCES) != graded.starting.postgres.query(EXPECTED_BALANCES):
            return "billing.account_balances does not follow from the invoices"
    except QueryError as error:
        return f"Postgres refuses: {error}"
    return ""


@dataclass(frozen=True)
class Start:
    """A start, the connections that its proxy recorded, and the errors in the resulting data."""

    completed: Completed
    late: LatePostgres
    fault: str
    versions: list[int]

    @property
    def ended(self) -> str:
        """Describe how the start ended."""
        return f"the start exited with {self.completed.exit_code} after {self.completed.seconds:.1f} s"

    @property
    def is_up(self) -> bool:
        """Return whether the start succeeded and the data are right."""
        return self.completed.exit_code == 0 and not self.fault


def start(graded: Graded, *phases: Phase, deadline_sec: int = 25, broken: str = "", **login: str) -> Start:
    """Run the agent's start on the previous release's data, with a Postgres that goes through these phases.

    Args:
        deadline_sec: The deadline that the unit sets.
        broken: The content of the next migration.
        login: Another user, password or database.
    """
    with graded.copy(data="starting") as copy:
        if broken:
            copy.write(f"migrations/{NEXT_VERSION:04}_next.sql", broken)
        with LatePostgres(copy, phases) as late:
            env = late.environment(**login) | {"START_DEADLINE_SEC": str(deadline_sec)}
            completed = copy.run(command(graded), env, deadline_sec + AFTER_DEADLINE_SEC)
        versions = [version for version, _ in copy.postgres.query(VERSIONS)]
        return Start(completed, late, fault(graded, copy), versions)


def command(graded: Graded) -> str:
    """Return the command that starts the service."""
    assert graded.config.entrypoint is not None
    return graded.config.entrypoint.command
