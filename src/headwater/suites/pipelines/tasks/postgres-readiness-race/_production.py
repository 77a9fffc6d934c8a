"""Production checks: exit codes suit systemd, the log suits operators, and settings are documented."""

from __future__ import annotations

import re
from functools import cache

from _late import FOREVER, NO_SLOT, Ready, Refusing
from _starts import SECRET, Start, start

from headwater.grading import Graded, Result, expect, production

NOT_READY, MISCONFIGURED = 75, 78
READ = re.compile(r"""(?:environ(?:\.get\(|\[)|getenv\(|environ\.pop\()\s*["'](\w+)["']""")
OF_LIBPQ = re.compile(r"PG[A-Z]+")
TOO_MANY = re.compile(f"too many|slot|{NO_SLOT[0]}", re.IGNORECASE)


@cache
def _waits_in_vain(graded: Graded) -> Start:
    return start(graded, Refusing(FOREVER, *NO_SLOT), deadline_sec=4, password=SECRET)


@cache
def _is_refused(graded: Graded) -> Start:
    return start(graded, Ready(), deadline_sec=5, password=SECRET)


@production(demand="deploy/invoicing.service#RestartPreventExitStatus")
def exit_codes_are_those_of_the_unit(graded: Graded) -> Result:
    """Exit codes distinguish errors: systemd restarts the service after 75 and not after 78."""
    broken = start(graded, Ready(), deadline_sec=5, broken="SELECT amount / 0 FROM billing.invoices;\n")
    codes = [each.completed.exit_code for each in (_waits_in_vain(graded), _is_refused(graded), broken)]
    return expect(
        codes == [NOT_READY, MISCONFIGURED, MISCONFIGURED],
        f"without a free slot, with a wrong password and with a failing migration, the start exited with {codes}",
    )


@production(demand="docs/start.md#what-it-prints")
def says_what_it_waits_for(graded: Graded) -> Result:
    """While the start waits, it prints the address and the error to stderr."""
    attempt = _waits_in_vain(graded)
    port = attempt.late.environment()["PGPORT"]
    lines = [line for line in attempt.completed.stderr.splitlines() if port in line and TOO_MANY.search(line)]
    return expect(
        bool(lines) and _is_fit(attempt),
        f"{len(lines)} lines had port and reason while the start waited: {attempt.completed.tail!r}",
    )


@production(demand="docs/start.md#what-it-prints")
def says_why_waiting_does_not_help(graded: Graded) -> Result:
    """A refused login is reported in one line, without traceback or password."""
    attempt = _is_refused(graded)
    match = re.search("password|login|authentication", attempt.completed.stderr, re.IGNORECASE)
    return expect(bool(match) and _is_fit(attempt), f"the output after a refused login is {attempt.completed.tail!r}")


def _is_fit(attempt: Start) -> bool:
    output = attempt.completed.stdout + attempt.completed.stderr
    return "Traceback" not in output and SECRET not in output


@production(demand="docs/start.md#settings")
def settings_are_documented(graded: Graded) -> Result:
    """deploy/env.example contains the deadline and every other variable that the code reads."""
    code = [source for source in graded.workspace.sources() if source.path.endswith(".py")]
    read = {name for source in code if not source.path.startswith("tools/") for name in READ.findall(source.text)}
    listed = graded.workspace.read_text("deploy/env.example")
    read = {name for name in read if not OF_LIBPQ.fullmatch(name)} | {"START_DEADLINE_SEC"}
    missing = sorted(name for name in read if not re.search(rf"\b{name}\b", listed))
    return expect(not missing, f"missing in deploy/env.example: {', '.join(missing) or 'nothing'}")
