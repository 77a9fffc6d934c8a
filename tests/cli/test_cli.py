"""The command line as a user sees it: a program, its output and its exit code."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Cli, RunHere, write_task
from tests.commands import PROGRAM

from headwater import __version__
from headwater.cli import _VERBS
from headwater.cli.context_ import _VERBS as _CONTEXT_VERBS
from headwater.csv_lines import csv_line
from headwater.jobs import record_proofs
from headwater.records import Verdict
from headwater.suites import find_tasks


def one_line(done: subprocess.CompletedProcess[str], message: str, code: int = 2) -> None:
    """Check the output of a user error: one line that describes it, exit code 2, and nothing on stdout."""
    assert done.returncode == code, done.stderr
    assert re.search(message, done.stderr), done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    # click's own refusals add a usage line and a hint to --help.
    lines = [line for line in done.stderr.splitlines() if not re.match(r"Usage: |Try 'headwater|$", line)]
    assert len(lines) == 1, done.stderr


@pytest.mark.parametrize("verb", [[], *([verb] for verb in _VERBS), ["cache", "list"], ["cache", "prune"]])
def test_every_verb_has_help(cli: Cli, verb: list[str]) -> None:
    done = cli(*verb, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: {' '.join(['headwater', *verb])}")
    assert done.stderr == ""


@pytest.mark.parametrize("verb", _CONTEXT_VERBS)
def test_every_verb_of_context_has_help_and_a_test(run_here: RunHere, verb: str) -> None:
    done = run_here("context", verb, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"Usage: headwater context {verb} ")
    tests = [path.read_text() for path in Path(__file__).parent.glob("test_context_*.py")]
    assert any(f'"{verb}"' in text for text in tests)


def test_the_help_names_every_verb(cli: Cli) -> None:
    message = cli("--help").stdout
    assert all(re.search(rf"^  {verb} +{re.escape(what)}", message, re.MULTILINE) for verb, what in _VERBS.items())
    assert cli("--version").stdout.strip() == f"headwater, version {__version__}"


@pytest.mark.parametrize(
    "module", ["pydantic", "rich", "psycopg", "clickhouse_connect", "confluent_kafka", "headwater.sandbox"]
)
def test_help_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, headwater.cli; print({module!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_suites_are_listed(cli: Cli) -> None:
    [pipelines] = [row for row in json.loads(cli("list", "--json").stdout) if row["suite"] == "pipelines"]
    assert pipelines["tasks"] > 0
    assert "pipelines" in cli("list").stdout


def test_tasks_of_a_suite_are_listed(cli: Cli) -> None:
    rows = json.loads(cli("list", "scratch", "--json").stdout)
    assert rows == [
        {
            "task": "scratch/greeting",
            "tier": "tier-1",
            "category": "debugging",
            "domain": "neutral",
            "services": [],
            "starting_state": "greenfield",
            "counterfeits": 1,
            "alternatives": 1,
        }
    ]
    assert "scratch/greeting" in cli("list", "scratch").stdout


def rows_of(text: str) -> dict[str, dict[str, Any]]:
    return {row["agent"]: row for row in json.loads(text)}


def test_a_job_prints_gates_and_scores(cli: Cli, job: Path) -> None:
    message = cli("results", job).stdout
    assert re.search(r"oracle +✓ ✓ ✓ ✓ ✓ +1\.00", message)
    assert re.search(r"nop +✗ · · · · +0\.00 +file_is_there: greeting\.txt should exist", message)
    assert re.search(r"counterfeit:rude +✓ ✗ · · · +0\.20 +says_hello", message)


def test_json_and_csv_have_the_same_rows(cli: Cli, job: Path) -> None:
    rows = json.loads(cli("results", job, "--json").stdout)
    table = cli("results", job, "--csv").stdout
    assert len(rows) == 3
    assert table == "".join(map(csv_line, (rows[0], *(row.values() for row in rows))))
    nop = next(row for row in rows if row["agent"] == "nop")
    assert (nop["reason"], nop["model"]) == ("", None)
    line = next(line for line in table.splitlines() if "__nop__" in line)
    at = list(nop).index
    assert [line.split(",")[at(name)] for name in ("model", "reason")] == ["", '""']


def test_a_row_has_the_trial_its_verdict_and_its_task(cli: Cli, job: Path) -> None:
    rows = rows_of(cli("results", job, "--json").stdout)
    assert set(rows) == {"oracle", "nop", "counterfeit:rude"}
    rude = rows["counterfeit:rude"]
    assert (rude["task"], rude["harness"], rude["prompt"], rude["repeat"]) == (
        "scratch/greeting",
        "base",
        "baseline",
        1,
    )
    assert (rude["status"], rude["is_evidence"], rude["gates_cleared"], rude["score"]) == ("ok", True, 1, 0.2)
    assert (rude["functional"], rude["correct"], rude["robust"]) == (True, False, False)
    assert rude["agent_sec"] >= 0
    assert len({row["task_digest"] for row in rows.values()}) == 1
    assert rows["oracle"]["agent_digest"] != rows["nop"]["agent_digest"]
    [verdict] = [json.loads(path.read_text()) for path in job.glob("trials/*rude*/verdicts/1.json")]
    demands = {check["name"]: check["demand"] for gate in verdict["gates"] for check in gate["checks"]}
    assert demands == {"clean_exit": "", "file_is_there": "", "says_hello": "prompt#hello"}
    assert all(row[f"{name}_digest"] for row in rows.values() for name in ("task", "harness", "snapshot", "checks"))


def test_results_of_several_jobs_are_one_table(cli: Cli, job: Path, tmp_path: Path) -> None:
    assert cli("run", "scratch", "--agent", "nop", "--out", tmp_path / "other").returncode == 0
    assert len(json.loads(cli("results", job, tmp_path / "other", "--json").stdout)) == 4


def test_a_job_that_is_named_twice_counts_once_with_a_note(cli: Cli, job: Path) -> None:
    done = cli("results", job, job, "--json")
    assert len(json.loads(done.stdout)) == 3
    assert "repeats 3 trials of another job; each is counted once" in done.stderr


def test_run_prints_its_results_and_where_they_are(cli: Cli, tmp_path: Path) -> None:
    done = cli("run", "scratch/greeting", "--agent", "oracle", "--out", tmp_path / "job")
    assert done.returncode == 0, done.stderr
    assert re.search(r"oracle +✓ ✓ ✓ ✓ ✓ +1\.00", done.stdout)
    assert done.stdout.splitlines()[-1] == f"1 trial, in {tmp_path / 'job'}"
    [verdict] = (tmp_path / "job/trials").glob("*/verdicts/1.json")
    assert Verdict.model_validate_json(verdict.read_text()).gates_cleared == 5


def test_run_prints_json_that_is_nothing_else(cli: Cli, tmp_path: Path) -> None:
    done = cli(
        "run", "scratch", "--agent", "oracle", "--prompt", "both", "--repeat", "2", "--out", tmp_path / "job", "--json"
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [(row["prompt"], row["repeat"]) for row in rows] == [
        ("baseline", 1),
        ("informed", 1),
        ("baseline", 2),
        ("informed", 2),
    ]


def test_each_trial_is_one_line_without_a_terminal(cli: Cli, tmp_path: Path) -> None:
    done = cli("run", "scratch/greeting", "--agent", "oracle", "--out", tmp_path / "job", env={"COLUMNS": "30"})
    assert "   1/1 scratch/greeting · oracle · 5/5 gates" in done.stderr.splitlines()


def test_prompt_variants_are_run_side_by_side_and_their_digests_are_kept(cli: Cli, tmp_path: Path) -> None:
    variants = ("--prompt", "verify", "--prompt", "both")
    done = cli("run", "scratch/greeting", "--agent", "nop", *variants, "--out", tmp_path / "job", "--json")
    assert done.returncode == 0, done.stderr
    rows = sorted(json.loads(done.stdout), key=lambda row: row["prompt"])
    assert [row["prompt"] for row in rows] == ["baseline", "informed", "verify"]
    assert len({row["prompt_digest"] for row in rows}) == 3
    assert len({row["task_digest"] for row in rows}) == 1


def test_without_out_a_job_goes_below_jobs(cli: Cli, tmp_path: Path) -> None:
    write_task(tmp_path / "scratch/greeting")
    done = cli("run", "scratch", "--agent", "nop", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    [folder] = (tmp_path / "jobs").iterdir()
    assert done.stdout.splitlines()[-1] == f"1 trial, in jobs/{folder.name}"


def test_a_finished_job_resumes_to_the_same_results(cli: Cli, job: Path) -> None:
    before = cli("results", job, "--json").stdout
    done = cli("resume", job, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == json.loads(before)


def test_a_trial_that_is_missing_is_run_and_no_other(cli: Cli, job: Path, tmp_path: Path) -> None:
    shutil.copytree(job, tmp_path / "job", symlinks=True)
    before = rows_of(cli("results", tmp_path / "job", "--json").stdout)
    [nop] = (tmp_path / "job/trials").glob("*__nop__*")
    shutil.rmtree(nop)
    after = rows_of(cli("resume", tmp_path / "job", "--json").stdout)
    assert after["oracle"] == before["oracle"]
    assert after["nop"]["started_at"] > before["nop"]["started_at"]
    assert after["nop"]["score"] == before["nop"]["score"]


def test_regrade_adds_a_verdict_by_the_checks_of_now(cli: Cli, tmp_path: Path) -> None:
    task = write_task(tmp_path / "scratch/greeting")
    cli("run", "scratch", "--agent", "counterfeit:rude", "--out", "job", cwd=tmp_path)
    (task / "checks.py").write_text((task / "checks.py").read_text().replace('"hello\\n"', '"go away\\n"'))
    done = cli("regrade", "job", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert rows_of(done.stdout)["counterfeit:rude"]["gates_cleared"] == 5
    assert sorted(path.name for path in (tmp_path / "job/trials").glob("*/verdicts/*")) == ["1.json", "2.json"]


def test_a_new_task_is_complete_and_can_be_listed(cli: Cli, tmp_path: Path) -> None:
    done = cli("new", "mine/first-task", cwd=tmp_path)
    assert done.returncode == 0
    written = [Path(line) for line in done.stdout.splitlines() if line.startswith("/")]
    assert tmp_path / "mine/first-task/task.toml" in written
    assert all(path.is_file() for path in written)
    assert "headwater validate mine/first-task" in done.stdout
    [row] = json.loads(cli("list", "mine", "--json", cwd=tmp_path).stdout)
    assert (row["task"], row["services"]) == ("mine/first-task", ["postgres"])


def test_a_new_task_can_be_named_by_an_absolute_path(cli: Cli, tmp_path: Path) -> None:
    assert cli("new", f"{tmp_path}/mine/task/").returncode == 0
    assert (tmp_path / "mine/task/task.toml").is_file()


def test_the_cache_is_listed_and_pruned(cli: Cli, cache: Path, tmp_path: Path) -> None:
    home = {"HEADWATER_HOME": str(tmp_path / "home")}
    (tmp_path / "home").mkdir()
    (tmp_path / "home/harnesses").symlink_to(cache / "harnesses")
    assert cli("cache", "list", env=home).stdout.splitlines()[-1] == f"0 snapshots, 0.0 MiB in {tmp_path / 'home'}"
    assert cli("run", "scratch", "--agent", "nop", "--out", tmp_path / "job", env=home).returncode == 0
    listed = cli("cache", "list", env=home).stdout
    assert "scratch/greeting" in listed
    assert listed.splitlines()[-1].startswith("1 snapshot, ")
    assert cli("cache", "prune", "--max-gb", "1", env=home).stdout.startswith("removed 0 snapshots")
    assert cli("cache", "prune", env=home).stdout.startswith("removed 1 snapshot,")
    regraded = cli("regrade", tmp_path / "job", env=home)
    assert "its snapshot was pruned" in regraded.stderr


WITHOUT_A_HOME = [
    ("list", "pipelines"), ("harnesses",), ("cache", "list"), ("cache", "prune"), ("doctor",),
    ("agents", "--install", "codex"), ("run", "scratch", "--agent", "nop", "--out", "{out}"), ("build", "warehouse"),
]  # fmt: skip


@pytest.mark.parametrize("args", WITHOUT_A_HOME, ids=" ".join)
def test_a_cache_that_cannot_be_written_is_one_line(
    run_here: RunHere, shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: tuple[str, ...]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "file"))
    done = run_here(*(arg.format(out=tmp_path / "job") for arg in args), cwd=shared)
    assert "Traceback" not in done.stderr
    if args[0] in ("list", "harnesses", "cache"):
        assert (done.returncode, done.stderr) == (0, "")
    else:
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert re.search(r"file.*: cannot be written .*; choose another folder with HEADWATER_HOME\n$", done.stderr)
        assert not (tmp_path / "job").exists()


def test_doctor_is_content_with_this_machine(cli: Cli) -> None:
    done = cli("doctor")
    assert done.returncode == 0, done.stdout
    for name in ("sandbox", "capabilities", "system calls", "mounts", "postgres", "clickhouse", "kafka"):
        assert re.search(rf"^ok +{name} ", done.stdout, re.MULTILINE)
    assert re.search(r"^ok +base +harness: built$", done.stdout, re.MULTILINE)
    assert re.search(
        r"^ok +classic-de +harness: (built|will be built when it is first run)$", done.stdout, re.MULTILINE
    )


def without_bwrap(tmp_path: Path) -> dict[str, str]:
    """A PATH with every required program except bubblewrap."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("setpriv", "prlimit", "sh", "chmod", "rm"):
        found = shutil.which(name)
        assert found is not None
        (folder / name).symlink_to(found)
    return {"PATH": str(folder)}


def test_doctor_reports_what_is_missing_and_the_fix(cli: Cli, tmp_path: Path) -> None:
    done = cli("doctor", env={**without_bwrap(tmp_path), "HEADWATER_POSTGRES": "/nowhere"})
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert re.search(r"^lack +programs +bwrap not found\n +fix: apt-get install bubblewrap$", done.stdout, re.MULTILINE)
    postgres = (
        r"^lack +postgres +HEADWATER_POSTGRES=/nowhere: contains no bin/postgres\n +fix: name the installation folder$"
    )
    assert re.search(postgres, done.stdout, re.MULTILINE)


def test_run_refuses_a_machine_without_bubblewrap(cli: Cli, tmp_path: Path) -> None:
    args = ["run", "scratch", "--agent", "nop", "--out", tmp_path / "job"]
    done = cli(*args, env=without_bwrap(tmp_path))
    one_line(done, "no sealed sandbox on this machine: bwrap not found; apt-get install bubblewrap")
    assert not (tmp_path / "job").exists()
    weak = cli(*args, "--allow-weak-isolation", env={"PATH": str(tmp_path / "bin")})
    # The option tolerates missing limits, but never a missing wall.
    one_line(weak, "no sealed sandbox on this machine")


MISTAKES: list[tuple[list[str], str]] = [
    (["nothing"], "No such command 'nothing'"),
    (["run"], "Missing argument 'SUITE"),
    (["run", "scratch"], "Missing option '--agent'"),
    (["run", "nowhere", "--agent", "nop"], "nowhere: no such suite or folder; the suites are .*pipelines"),
    (["run", "pipelines/nothing", "--agent", "nop"], "pipelines/nothing: no such task; pipelines has"),
    (["run", "scratch", "--agent", "nobody"], "--agent nobody: no such agent; there are oracle"),
    (["run", "scratch", "--agent", "oracle:x"], "no such agent"),
    (["run", "scratch", "--agent", "counterfeit:nice"], "no counterfeit 'nice'; there are: rude"),
    (["run", "scratch", "--agent", "alternative:odd"], "no alternative 'odd'; there are: polite"),
    (["run", "scratch", "--agent", "attacker:nice"], "no such attack; there are"),
    (
        ["run", "scratch", "--agent", "nop", "--harness", "nothing"],
        "--harness nothing: no such harness; there are base",
    ),
    (["run", "scratch", "--agent", "nop", "--prompt", "secret"], "Invalid value for '--prompt'"),
    (["run", "scratch", "--agent", "nop", "--repeat", "0"], "Invalid value for '--repeat'"),
    (["run", "scratch", "--agent", "nop", "--jobs", "many"], "Invalid value for '--jobs'"),
    (["run", "scratch", "--agent", "nop", "--out", "done"], "done: already contains a job; `headwater resume"),
    (["run", "", "--agent", "nop"], "an empty name"),
    (["list", "nowhere"], "nowhere: no such suite or folder"),
    (["results"], "Missing argument 'DIR"),
    (["results", "nowhere"], "nowhere: contains no job.json; name the folder that `headwater run` printed"),
    (["resume", "nowhere"], "nowhere: contains no job.json"),
    (["resume", "scratch/greeting/task.toml"], "contains no job.json"),
    (["regrade", "nowhere"], "nowhere: contains no job.json"),
    (["validate", "nowhere"], "nowhere: no such suite or folder"),
    (["new", "task"], "task: the suite is missing; write headwater new SUITE/task"),
    (["new", "mine/Not A Slug"], "not a valid id"),
    (["new", "My Suite/task"], "not a valid suite"),
    (["new", "scratch/greeting"], "scratch/greeting: already exists"),
    (["new", "/proc/suite/task"], "/proc/suite/task: /proc/suite: No such file or directory"),
    (["run", "scratch", "--agent", "nop", "--out", "/proc/job"], "--out /proc/job: .*; choose another folder"),
    (["cache", "prune", "--max-gb", "-1"], "Invalid value for '--max-gb'"),
]


@pytest.mark.parametrize(("args", "message"), MISTAKES)
@pytest.mark.usefixtures("job")
def test_a_mistake_is_one_line_and_exit_code_2(cli: Cli, args: list[str], message: str) -> None:
    one_line(cli(*args), message)


BROKEN: list[tuple[str, str, str]] = [
    ("task.toml", "id = ", r"task\.toml:1: .*; correct the TOML"),
    ("task.toml", "", r"task\.toml: id: required field is missing"),
    ("checks.py", "def (:\n", r"checks\.py:1: not valid Python"),
    ("checks.py", "import nothing_of_that_name\n", r"checks\.py: cannot be imported: ModuleNotFoundError"),
    ("extra.txt", "x", r"extra\.txt: unknown file in a task folder"),
    ("solution/solve.sh", "", r"solve\.sh: is empty; write it"),
    ("seed/rows.sql", "select 1", r"rows\.sql: unknown seed file"),
]


@pytest.mark.parametrize(("file", "text", "message"), BROKEN)
def test_a_broken_task_is_one_line_that_names_the_file(
    cli: Cli, tmp_path: Path, file: str, text: str, message: str
) -> None:
    task = write_task(tmp_path / "scratch/greeting")
    (task / file).parent.mkdir(exist_ok=True)
    (task / file).write_text(text)
    done = cli("run", "scratch", "--agent", "nop", "--out", "job", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert re.search(message, done.stderr)
    assert "Traceback" not in done.stderr


def test_a_seed_that_fails_is_one_line(cli: Cli, tmp_path: Path) -> None:
    task = write_task(tmp_path / "scratch/greeting")
    (task / "seed").mkdir()
    (task / "seed/01_rows.py").write_text("def seed(services):\n    raise ValueError('no rows')\n")
    done = cli("run", "scratch", "--agent", "nop", "--out", "job", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stderr.splitlines()[-1].endswith("seed/01_rows.py:2: ValueError: no rows")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(("verb", "text"), [("results", ""), ("resume", '{"trials": []}'), ("regrade", "\x00{")])
def test_a_damaged_job_is_one_line(cli: Cli, tmp_path: Path, verb: str, text: str) -> None:
    (tmp_path / "job.json").write_text(text)
    one_line(cli(verb, tmp_path), "job.json: not a job of this version")


def test_a_damaged_trial_is_named_and_the_others_are_shown(cli: Cli, job: Path, tmp_path: Path) -> None:
    shutil.copytree(job, tmp_path / "job", symlinks=True)
    record = next((tmp_path / "job/trials").glob("*__nop__*/trial.json"))
    record.write_text(record.read_text()[:50])
    done = cli("results", tmp_path / "job", "--json")
    assert set(rows_of(done.stdout)) == {"oracle", "counterfeit:rude"}
    damaged = r".*__nop__.*trial\.json: damaged or of another version: .*resume` runs the trial again"
    assert re.fullmatch(f"headwater: {damaged}\n", done.stderr)
    again = cli("regrade", tmp_path / "job", "--json")
    assert set(rows_of(again.stdout)) == {"oracle", "counterfeit:rude"}
    assert re.search(f"^left unchanged: {damaged}$", again.stderr, re.MULTILINE)
    assert "2 graded again, 1 left unchanged" in again.stderr


def test_a_task_that_was_removed_is_reported_in_one_line(cli: Cli, tmp_path: Path) -> None:
    write_task(tmp_path / "scratch/greeting")
    assert cli("run", "scratch", "--agent", "nop", "--out", "job", cwd=tmp_path).returncode == 0
    shutil.rmtree(tmp_path / "scratch")
    one_line(cli("resume", "job", cwd=tmp_path), "scratch/greeting: no such suite or folder")
    assert cli("results", "job", cwd=tmp_path).returncode == 0


def test_an_empty_list_is_not_an_error(cli: Cli, tmp_path: Path, job: Path) -> None:
    shutil.copytree(job, tmp_path / "job", symlinks=True)
    shutil.rmtree(tmp_path / "job/trials")
    for flag in ([], ["--json"], ["--csv"]):
        done = cli("results", tmp_path / "job", *flag)
        assert done.returncode == 0
        assert re.fullmatch(
            r"headwater: .*job: has no record yet of 3 of 3 trials; `headwater resume .*\n", done.stderr
        )
    assert json.loads(cli("results", tmp_path / "job", "--json").stdout) == []


def test_a_closed_pipe_gives_no_traceback(job: Path, shared: Path, user_env: dict[str, str]) -> None:
    command = f"{PROGRAM} results {job} --json | true"
    done = subprocess.run(
        ["bash", "-c", command], cwd=shared, env=user_env, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr


def test_validate_records_proofs_and_then_finds_nothing_changed(cli: Cli, tmp_path: Path) -> None:
    write_task(tmp_path / "scratch/greeting")
    refused = cli("validate", "scratch", "--attacks", "none", "--record", cwd=tmp_path)
    assert (refused.returncode, refused.stderr) == (
        2,
        "headwater: --record: needs attacks, because only tasks that withstand all of them are recorded\n",
    )
    elsewhere = cli("validate", "scratch", "--harness", "lineage", "--attacks", "all", "--record", cwd=tmp_path)
    assert (elsewhere.returncode, elsewhere.stderr) == (
        2,
        "headwater: --record: records only proofs with the harness base\n",
    )
    record_proofs(find_tasks([str(tmp_path / "scratch")]))
    done = cli("validate", "scratch", "--changed", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "no task has changed since its proof was recorded\n")


def test_lint_prints_findings_without_running_a_task(cli: Cli, tmp_path: Path) -> None:
    task = write_task(tmp_path / "scratch/greeting")
    checks = task / "checks.py"
    checks.write_text(checks.read_text().replace("@robust", "@correct"))
    done = cli("lint", "scratch", cwd=tmp_path)
    *findings, summary = done.stdout.splitlines()
    assert done.returncode == 1
    assert "scratch/greeting/checks.py: task checks in gate robust: 0; tier-1 wants 3 to 5" in findings
    assert summary == f"1 task: {len(findings)} findings"
    assert not list(tmp_path.glob("jobs"))
    clean = cli("lint", "pipelines/broken-connection", cwd=tmp_path)
    assert (clean.returncode, clean.stdout) == (0, "1 task: nothing to fix\n")


def test_validate_lists_problems_of_unproven_tasks(cli: Cli, tmp_path: Path) -> None:
    task = write_task(tmp_path / "scratch/greeting")
    (task / "counterfeits/rude/counterfeit.toml").write_text('gate = "robust"\nwhy = "It does not greet."\n')
    done = cli("validate", "scratch", "--attacks", "none", cwd=tmp_path)
    assert done.returncode == 1
    assert "counterfeit:rude stops at correct (says_hello) and should stop at robust" in done.stdout
    assert "scratch/greeting: checks.py: task checks in gate robust: 0; tier-1 wants 3 to 5" in done.stdout
    *problems, summary = done.stdout.splitlines()
    assert summary == f"1 task, 4 trials: {len(problems)} problems"
