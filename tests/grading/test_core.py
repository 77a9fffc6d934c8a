"""Core checks on tiny tasks: each passes on right work and fails on wrong work."""

from __future__ import annotations

import pytest
from tests.grading.conftest import BASE, Grade

from headwater.grading._core import core_checks
from headwater.records import Gate, Outcome, TaskConfig
from headwater.suites import Policy

ENTRY = {"command": "sh load.sh", "timeout_sec": 20}
PSQL = 'psql "$POSTGRES_URL" -q -v ON_ERROR_STOP=1 -c '
TABLE = "create table if not exists t (id int primary key, at timestamptz)"
UPSERT = f'{PSQL}"{TABLE}; insert into t values (1, now()) on conflict (id) do update set at = now()" 2>/dev/null\n'


def names(**config: object) -> dict[Gate, list[str]]:
    checks = core_checks(TaskConfig.model_validate({**BASE, **config}), Policy())
    return {gate: [check.__name__ for check in each] for gate, each in checks.items()}


def test_only_checks_that_apply_to_a_task_run() -> None:
    nothing = names()
    assert nothing[Gate.FUNCTIONAL] == ["clean_exit"]
    assert nothing[Gate.ROBUST] == []
    assert {"no_hardcoded_credentials", "code_parses", "sql_is_parameterised"} <= set(nothing[Gate.PRODUCTION])
    assert not {"connections_from_environment", "follows_its_environment"} & set(nothing[Gate.PRODUCTION])

    with_entry = names(entrypoint=ENTRY)
    assert with_entry[Gate.FUNCTIONAL] == ["clean_exit", "entrypoint_runs"]
    assert with_entry[Gate.ROBUST] == ["rerun_changes_nothing"]
    assert "follows_its_environment" not in with_entry[Gate.PRODUCTION]

    everything = names(entrypoint=ENTRY, services=["postgres"], server={"command": "true", "port": 8080})
    assert everything[Gate.FUNCTIONAL] == ["clean_exit", "entrypoint_runs", "server_answers"]
    assert {"connections_from_environment", "follows_its_environment"} <= set(everything[Gate.PRODUCTION])


def test_a_suite_with_its_own_code_rules_has_none_of_the_core_ones() -> None:
    config = TaskConfig.model_validate({**BASE, "services": ["kafka"]})
    production = core_checks(config, Policy(code_rules=False))[Gate.PRODUCTION]
    assert [check.__name__ for check in production] == ["connections_from_environment"]


def test_every_core_check_describes_itself() -> None:
    served = TaskConfig.model_validate({**BASE, "services": ["kafka"], "entrypoint": ENTRY})
    for checks in core_checks(served, Policy()).values():
        assert all(check.__doc__ and check.__doc__.strip().endswith(".") for check in checks)


def test_a_good_entry_point_passes_them_all(grade: Grade) -> None:
    evaluated = grade(files={"load.sh": f"set -eu\n{UPSERT}"}, services=["postgres"], entrypoint=ENTRY)
    # The first run creates the table, as the agent's own run would have.
    assert evaluated.failed() == ["rerun_changes_nothing"]
    assert evaluated["rerun_changes_nothing"].message == "a second run changed data: public.t is new"


def test_an_entry_point_that_changes_nothing_is_idempotent(grade: Grade) -> None:
    evaluated = grade(files={"load.sh": "true\n"}, services=["postgres"], entrypoint=ENTRY)
    assert evaluated.failed() == []


@pytest.mark.parametrize(
    ("script", "code", "output"),
    [
        ("echo no such table >&2; exit 3\n", 3, "no such table"),
        ("sleep 60\n", 124, ""),
        ("kill -9 $$\n", 137, ""),
    ],
)
def test_an_entry_point_that_fails_is_not_functional(grade: Grade, script: str, code: int, output: str) -> None:
    evaluated = grade(files={"load.sh": script}, entrypoint={**ENTRY, "timeout_sec": 1})
    record = evaluated["entrypoint_runs"]
    assert record.outcome is Outcome.FAILED
    assert record.message.startswith(f"the entry point ended with exit code {code}")
    assert output in record.message


def test_a_second_run_that_appends_is_seen(grade: Grade) -> None:
    script = f'{PSQL}"create table if not exists t (id int); insert into t values (1)" 2>/dev/null\n'
    evaluated = grade(
        """
@robust
def appended(graded):
    with graded.copy() as copy:
        first = copy.run()
        second = copy.run()
        rows = copy.postgres.scalar("select count(*) from t")
    return expect_equal((first.exit_code, second.exit_code, rows), (0, 0, 2), "runs")
@robust
def nothing_of_it_reached_the_state(graded):
    return expect(not graded.postgres.has_table("public.t"), "a copy is a copy")
""",
        files={"load.sh": script},
        services=["postgres"],
        entrypoint=ENTRY,
    )
    assert evaluated["appended"].passed, evaluated["appended"]
    assert evaluated["nothing_of_it_reached_the_state"].passed
    assert "public.t is new" in evaluated["rerun_changes_nothing"].details["changes"]


HARD_CODED = "psql postgresql://app:pipeline@127.0.0.1:5432/app -c 'select 1'\n"


def test_code_with_a_fixed_address_is_found_by_running_it_elsewhere(grade: Grade) -> None:
    evaluated = grade(files={"load.sh": HARD_CODED}, services=["postgres"], entrypoint=ENTRY)
    assert evaluated["entrypoint_runs"].passed
    record = evaluated["follows_its_environment"]
    assert record.outcome is Outcome.FAILED
    assert record.message.startswith("with other ports and another password it ended with 2: ")


def test_a_composed_address_is_found_by_running_the_code_elsewhere(grade: Grade) -> None:
    script = 'P=$((5400 + 32)); PGHOST=127.0.0.1 PGPORT=$P psql -c "select 1"\n'
    evaluated = grade(files={"load.sh": script}, services=["postgres"], entrypoint=ENTRY)
    assert not evaluated["follows_its_environment"].passed


def test_code_that_reads_its_environment_works_elsewhere(grade: Grade) -> None:
    evaluated = grade(files={"load.sh": "psql -c 'select 1'\n"}, services=["postgres"], entrypoint=ENTRY)
    assert evaluated["follows_its_environment"].passed
    assert evaluated["connections_from_environment"].passed


SERVER = """\
import http.server, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response({status}); self.end_headers(); self.wfile.write(b"here")
    def log_message(self, *args): pass
http.server.HTTPServer(("127.0.0.1", 8080), Handler).serve_forever()
"""


def server(command: str, seconds: float = 10) -> dict[str, object]:
    return {"command": command, "port": 8080, "ready_path": "/health", "ready_timeout_sec": seconds}


@pytest.mark.parametrize("status", [200, 404])
def test_a_server_that_answers_is_up(grade: Grade, status: int) -> None:
    evaluated = grade(files={"serve.py": SERVER.format(status=status)}, server=server("python3 serve.py"))
    assert evaluated["server_answers"].passed
    assert evaluated["server_answers"].message == f"the server answered {status}"


def test_a_server_that_does_not_start_is_reported_with_its_last_output(grade: Grade) -> None:
    evaluated = grade(server=server("echo no port left >&2; exit 1", 60))  # grading does not wait for this server
    record = evaluated["server_answers"]
    assert record.outcome is Outcome.FAILED
    assert record.message.startswith("no server came up: ConnectionRefusedError")
    assert "no port left" in record.message


def test_a_server_that_never_listens_or_only_fails_is_not_up(grade: Grade) -> None:
    assert not grade(server=server("sleep 60", 0.3))["server_answers"].passed
    failing = grade(files={"serve.py": SERVER.format(status=503)}, server=server("python3 serve.py", 0.5))
    assert not failing["server_answers"].passed


LOGIN = 'PASSWORD = "hunter2-hunter2"\n'


def test_credentials_that_the_agent_wrote_are_its_fault(grade: Grade) -> None:
    record = grade(files={"load.py": LOGIN})["no_hardcoded_credentials"]
    assert record.outcome is Outcome.FAILED
    assert record.message.startswith("load.py:1: ")
    assert record.details["count"] == 1


def test_credentials_that_the_task_shipped_are_not(grade: Grade) -> None:
    assert grade(shipped={"load.py": LOGIN})["no_hardcoded_credentials"].passed
    assert grade(files={"load.py": LOGIN + "DAYS = 3\n"}, shipped={"load.py": LOGIN})["no_hardcoded_credentials"].passed


@pytest.mark.parametrize(
    ("check", "file", "text"),
    [
        ("code_parses", "load.py", "def (:\n"),
        ("no_undefined_names", "load.py", "print(nothing_defines_this)\n"),
        ("no_swallowed_errors", "load.py", "try:\n    print(1)\nexcept Exception:\n    pass\n"),
        ("no_debug_leftovers", "load.py", "breakpoint()\n"),
        ("functions_are_focused", "load.py", "def long():\n" + "    print(1)\n" * 200),
        (
            "sql_is_parameterised",
            "load.py",
            "def find(cursor, name):\n    cursor.execute(f\"select * from t where name = '{name}'\")\n",
        ),
        ("connections_from_environment", "load.py", 'URL = "postgresql://app@127.0.0.1:5432/app"\n'),
    ],
)
def test_each_rule_of_production_can_fail(grade: Grade, check: str, file: str, text: str) -> None:
    services = ["kafka", "postgres"] if check == "connections_from_environment" else []
    record = grade(files={file: text}, services=services)[check]
    assert record.outcome is Outcome.FAILED
    assert record.message.startswith(f"{file}:")
    clean = grade(files={file: "print(1)\n"}, services=services)
    assert clean.failed() == []


def test_rubbish_in_the_workspace_breaks_no_check(grade: Grade) -> None:
    files = {
        "bom.py": b"\xef\xbb\xbfprint(1)\n",
        "binary.py": bytes(range(256)),
        "latin.sql": b"select 'caf\xe9'\n",
        "deep.json": b"[" * 100_000,
        "deep.py": b"(" * 5000,
        "long.sql": b"select " + b"1+" * 20_000 + b"1\n",
        "empty.yaml": b"",
    }
    evaluated = grade(files=files, services=["postgres"])
    assert [record for record in evaluated.records if record.outcome is Outcome.ERROR] == []
