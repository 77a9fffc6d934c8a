"""The commands results --by, --lift, --tasks, --out; compare; import."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.analysis.build import trial
from tests.cli.conftest import PUBLISHED, Cli, RunHere

from headwater.analysis import to_table, write_table


@pytest.fixture
def tables(run_here: RunHere, tmp_path: Path, job: Path) -> tuple[Path, Path]:
    """A baseline that solves six tasks, and a candidate that solves one of them."""
    done = run_here("results", job, "--out", tmp_path / "one.csv")
    assert done.returncode == 0, done.stderr
    (head, *lines) = csv.reader((tmp_path / "one.csv").read_text().splitlines())
    oracle, nop = (dict(zip(head, line, strict=True)) for line in lines[:2])
    assert (oracle["agent"], nop["agent"]) == ("oracle", "nop")
    sides = []
    for name, solved in (("before", 6), ("after", 1)):
        rows = [
            {**(oracle if task < solved else nop), "task": f"scratch/t{task}", "trial": f"{name}-{task}", "agent": "me"}
            for task in range(6)
        ]
        path = tmp_path / f"{name}.csv"
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, head)
            writer.writeheader()
            writer.writerows(rows)
        sides.append(path)
    return sides[0], sides[1]


def test_groups_fit_80_columns_and_count_what_is_hidden(run_here: RunHere, imported: Path) -> None:
    done = run_here("results", imported, "--by", "agent", *PUBLISHED, columns=80)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert re.search(r"cursor +1= +35 +30 +0\.883 \[0\.778, 0\.942\] +14 \[6, 30\]", done.stdout)
    assert re.search(r"codex +83 \[65, 93\] +83 .* 21 \[10, 39\]", done.stdout)
    assert re.search(r"claude-code +\$0\.31 +61 +\$0\.31 +55 +\$0\.32 +48 +\$0\.45 +8$", done.stdout, re.MULTILINE)
    assert re.search(r"claude-code +2m04s +61", done.stdout)
    assert "claude-code: the cost is known for 59 of 61 trials" in " ".join(done.stdout.split())
    assert "not run on the same tasks" in " ".join(done.stdout.split())


def test_groups_as_json_csv_and_markdown_have_the_same_numbers(run_here: RunHere, imported: Path) -> None:
    args = ("results", imported, "--by", "agent,harness", *PUBLISHED)
    as_json = json.loads(run_here(*args, "--json").stdout)
    table = run_here(*args, "--csv")
    rows = {(row["agent"], row["harness"]): row for row in csv.DictReader(io.StringIO(table.stdout))}
    for group in as_json["summary"]["groups"]:
        row = rows[group["key"]["agent"], group["key"]["harness"]]
        assert float(row["dec_bench_score_low"]) == group["score"]["low"]
        assert int(row["trials"]) == group["trials"]
    assert "note: harness is confounded with task" in table.stderr
    markdown = run_here(*args, "--markdown").stdout
    assert "> - harness is confounded with task" in markdown
    assert "| cursor + base-rt |" in markdown


def test_a_confounded_lift_is_words(run_here: RunHere, imported: Path) -> None:
    done = run_here("results", imported, "--lift", "harness", *PUBLISHED)
    assert done.stdout.count("not estimated") >= 4
    assert done.stdout.count("never ran the same task") == 1
    rows = json.loads(run_here("results", imported, "--lift", "harness", *PUBLISHED, "--json").stdout)
    assert all(row["difference"] is None for row in rows)


def test_agents_are_compared_with_the_baseline_agent_of_their_suite(run_here: RunHere, tmp_path: Path) -> None:
    """The comparison uses the tasks that both agents ran, so `t4`, which the baseline did not run, does not count."""
    gates = {"dbt-run": (5, 0, 1, 0), "a": (5, 5, 1, 2, 5), "z": (0, 0, 0, 0, 5)}
    rows = [
        replace(trial(f"{suite}-{harness}-t{number}", each, agent=agent, suite=suite, harness=harness),
                task=f"{suite}/t{number}")
        for agent, all_gates in gates.items()
        for number, each in enumerate(all_gates)
        for suite, harness in (("spider2", "base"), ("spider2", "lineage"), ("other", "base"))
    ]  # fmt: skip
    write_table(to_table(rows), tmp_path / "trials.parquet")
    spider2 = ("results", "trials.parquet", "--where", "suite=spider2")

    output = run_here(*spider2, "--by", "agent").stdout
    assert "What agents of spider2 add to dbt-run: score on tasks that were run both ways" in output
    assert re.search(r"all +dbt-run → a +4 +\+0\.350 \[-0\.\d+, \+\d\.\d+\]", output)
    [added] = json.loads(run_here("results", "trials.parquet", "--by", "agent,harness", "--json").stdout)[
        "over_baselines"
    ]
    effects = {(one["within"], one["second"]): one["difference"]["effect"] for one in added["contrasts"]}
    assert effects.keys() == {(part, agent) for part in ("", "base", "lineage") for agent in ("a", "z")}
    assert (effects["lineage", "a"]["value"], effects["lineage", "a"]["tasks"]) == (pytest.approx(0.35), 4)
    assert effects["", "z"]["value"] == pytest.approx(-0.3)

    lifts = json.loads(run_here(*spider2, "--lift", "agent", "--json").stdout)
    assert [(one["first"], one["second"]) for one in lifts] == [("dbt-run", "a"), ("dbt-run", "z")]
    assert "add to" not in run_here(*spider2, "--by", "agent", "--where", "agent=a").stdout


def test_a_lift_is_shown_at_each_level_of_difficulty(run_here: RunHere, tmp_path: Path) -> None:
    rows = [
        replace(
            trial(f"{agent}-{harness}-{level}{number}", gates, agent=agent, harness=harness),
            task=f"w/{level}{number}",
            tags=(level, "other") if level else None,
        )
        for agent in ("a", "z")
        for harness in ("base", "lineage")
        for level, gates in (("easy", 5), ("hard", 5 if (agent, harness) == ("a", "lineage") else 1), ("", 5))
        for number in range(4)
    ]
    write_table(to_table(rows), tmp_path / "trials.parquet")
    levels = ("--levels", "easy,hard", "--measure", "solved")
    lifts = json.loads(run_here("results", "trials.parquet", "--lift", "harness", *levels, "--json").stdout)
    effects = {one["within"]: one["difference"]["effect"] for one in lifts}
    assert {within: (each["value"], each["tasks"]) for within, each in effects.items()} == {
        "": (0.25, 8), "a + easy": (0, 4), "a + hard": (1, 4), "z + easy": (0, 4), "z + hard": (0, 4),
    }  # fmt: skip
    groups = json.loads(run_here("results", "trials.parquet", "--by", "tier", *levels, "--json").stdout)
    assert [(each["key"]["tier"], each["trials"]) for each in groups["summary"]["groups"]] == [
        ("easy", 16),
        ("hard", 16),
    ]

    done = run_here("results", "trials.parquet", "--lift", "harness", "--levels", "simple")
    assert (done.returncode, "simple: no trial's task has any of these tags" in done.stderr) == (2, True)
    done = run_here("results", "trials.parquet", "--levels", "easy")
    assert (done.returncode, "--levels requires --by or --lift" in done.stderr) == (2, True)


def test_tasks_name_the_check_without_any_pass(run_here: RunHere, imported: Path) -> None:
    done = run_here("results", imported, "--tasks", *PUBLISHED)
    assert "production.core.uses_env_vars: no trial has passed it on 21 of 32 tasks" in done.stdout
    rows = list(csv.DictReader(io.StringIO(run_here("results", imported, "--tasks", *PUBLISHED, "--csv").stdout)))
    assert len(rows) == 32
    assert json.loads(rows[0]["unpassed_checks"]) is not None


def test_a_job_is_grouped_and_filtered(run_here: RunHere, job: Path) -> None:
    found = json.loads(run_here("results", job, "--by", "agent", "--json").stdout)
    assert {group["key"]["agent"]: group["score"]["value"] for group in found["summary"]["groups"]} == {
        "oracle": 1.0, "counterfeit:rude": 0.2, "nop": 0.0,
    }  # fmt: skip
    assert "Only one task: " in run_here("results", job, "--by", "agent").stdout
    assert [row["agent"] for row in json.loads(run_here("results", job, "--where", "agent=nop", "--json").stdout)] == [
        "nop"
    ]


def test_exported_trials_are_the_trials(run_here: RunHere, job: Path, tmp_path: Path) -> None:
    for name in ("rows.parquet", "rows.csv"):
        done = run_here("results", job, "--out", tmp_path / name)
        assert (done.returncode, done.stderr) == (0, f"3 trials in {tmp_path / name}\n")
        assert run_here("results", tmp_path / name, "--json").stdout == run_here("results", job, "--json").stdout


def test_a_change_that_hurts_fails_the_gate(cli: Cli, run_here: RunHere, tables: tuple[Path, Path]) -> None:
    before, after = tables
    done = cli("compare", before, after, "--fail-if-worse", "0.95")
    assert done.returncode == 1
    assert done.stderr == "candidate is worse than baseline at confidence 0.95\n"
    assert re.search(r"score +1\.000 +0\.167 +-0\.833 \[-1\.000, -0\.405\] +0\.004", done.stdout)
    assert len(re.findall(r"scratch/t\d +1/1 +0/1 +-1\.000 +lost", done.stdout)) == 5
    summary = run_here("compare", before, after, "--fail-if-worse", "0.95", "--markdown").stdout
    assert summary.endswith("\n\n**candidate is worse than baseline at confidence 0.95**\n")
    back = run_here("compare", after, before, "--fail-if-worse", "0.95")
    assert (back.returncode, back.stderr) == (
        0,
        "candidate is not shown to be worse than baseline at confidence 0.95\n",
    )


def test_a_comparison_as_json_csv_and_markdown(run_here: RunHere, tables: tuple[Path, Path]) -> None:
    found = json.loads(run_here("compare", *tables, "--json").stdout)
    assert found["difference"]["effect"]["value"] == pytest.approx(-5 / 6)
    assert len(found["difference"]["lost"]) == 5
    rows = list(csv.DictReader(io.StringIO(run_here("compare", *tables, "--csv").stdout)))
    assert [row["flip"] for row in rows] == ["lost"] * 5 + [""]
    assert "| scratch/t1 | 1/1 | 0/1 | -1.000 | lost |" in run_here("compare", *tables, "--markdown").stdout


def test_two_agents_of_one_job_are_compared(run_here: RunHere, job: Path) -> None:
    done = run_here("compare", job, job, "--a", "agent=nop", "--b", "agent=oracle", "--fail-if-worse", "0.9")
    assert done.returncode == 2
    assert "oracle against nop on 1 task, 2 trials; changed: agent" in done.stdout
    assert "One task is shared: no interval can be given." in done.stdout
    assert "one task cannot show whether" in done.stderr


def test_names_from_elsewhere_are_harmless(run_here: RunHere, tables: tuple[Path, Path]) -> None:
    path = tables[0]
    path.write_text(path.read_text().replace("scratch/t0", "scratch/\x1b[31m|<b>x"))
    for args in (["--tasks"], ["--tasks", "--markdown"], []):
        assert "\x1b" not in run_here("results", path, *args).stdout
    assert "\\|\\<b\\>x" in run_here("results", path, "--tasks", "--markdown").stdout


MISTAKES = [
    (["results", "{runs}", "--by", "mood"], "mood: trials cannot be grouped by it; there are suite"),
    (["results", "{runs}", "--by", "agent"], "score: no trial here has it; use --measure dec_bench_score"),
    (["results", "{runs}", "--where", "agent"], "agent: not a factor and its value; write FACTOR=VALUE, of suite"),
    (["results", "{runs}", "--where", "agent=x"], "agent=x: no trial has it; there are claude-code, codex, cursor"),
    (["results", "{runs}", "--json", "--csv"], "--json, --csv and --markdown exclude each other"),
    (["results", "{runs}", "--by", "agent", "--tasks"], "--by, --lift, --tasks and --out exclude each other"),
    (["results", "{runs}", "--out", "rows.txt"], "rows.txt: a table is written as .parquet or .csv"),
    (["results", "none.parquet"], "none.parquet: cannot be read as a table"),
    (["compare", "{runs}", "{runs}", "--fail-if-worse", "2"], "Invalid value for '--fail-if-worse'"),
    (["import", "dec-bench", "nowhere"], "nowhere: neither a folder of DEC Bench's result files nor a table"),
]


@pytest.mark.parametrize(("args", "message"), MISTAKES)
def test_a_mistake_is_one_line_and_exit_code_2(
    run_here: RunHere, imported: Path, args: list[str], message: str
) -> None:
    done = run_here(*(arg.format(runs=imported) for arg in args))
    assert done.returncode == 2, done.stdout
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def attempted(run_here: RunHere, job: Path, tmp_path: Path) -> Path:
    """Two tiers of four tasks, with one excluded trial; the agent solves the easy tasks and none of the hard ones."""
    done = run_here("results", job, "--out", tmp_path / "one.csv")
    assert done.returncode == 0, done.stderr
    (head, *lines) = csv.reader((tmp_path / "one.csv").read_text().splitlines())
    oracle, nop = (dict(zip(head, line, strict=True)) for line in lines[:2])
    rows = [
        {**(oracle if tier == 1 else nop), "task": f"scratch/t{tier}{task}", "trial": f"{tier}-{task}-{repeat}",
         "tier": f"tier-{tier}", "agent": "human", "repeat": str(repeat), "agent_digest": ""}
        for tier in (1, 2) for task in range(4) for repeat in (1, 2)
    ]  # fmt: skip
    rows[-1] |= {"status": "infra_error", "is_evidence": "false", "reason": "the machine failed"}
    path = tmp_path / "attempted.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, head)
        writer.writeheader()
        writer.writerows([*rows, oracle])
    return path


def test_difficulty_is_a_table_that_fits_80_columns(run_here: RunHere, attempted: Path) -> None:
    done = run_here("calibrate", attempted, columns=80)
    assert done.returncode == 0, done.stderr
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert re.search(r"^t20 +tier-2 +2 +0 \[0, 66\] +0 \[0, 66\] +2 0 0 0 0 0 +\d+$", done.stdout, re.MULTILINE)
    assert re.search(r"^t23 +tier-2 +1 +0 \[0, 79\] +1 +0 \[0, 66\] ", done.stdout, re.MULTILINE)
    assert re.search(r"tier-1 → tier-2 +all +4\+4 +-1\.00 +0\.029 +-1\.00 +separate", done.stdout)
    message = " ".join(done.stdout.split())
    assert "1 trial of agents without a model left out: oracle." in message
    assert (
        "4 tasks that every trial solved: scratch/t10, scratch/t11, scratch/t12 and 1 more (2 attempts each" in message
    )
    assert "Steps and bytes read are known for 0 of 16 trials" in message


def test_difficulty_as_json_csv_and_markdown(run_here: RunHere, attempted: Path) -> None:
    found = json.loads(run_here("calibrate", attempted, "--json").stdout)
    assert found["separations"][0]["p_holm"] == pytest.approx(2 / 70)
    rows = list(csv.DictReader(io.StringIO(run_here("calibrate", attempted, "--csv").stdout)))
    assert [(row["task"], row["agent"], row["trials"], row["solved"]) for row in rows][:2] == [
        ("scratch/t20", "all", "2", "0.0"), ("scratch/t21", "all", "2", "0.0"),
    ]  # fmt: skip
    assert "| t20 | tier-2 | 2 |" in run_here("calibrate", attempted, "--markdown").stdout
    assert len(json.loads(run_here("calibrate", attempted, "--built-ins", "--json").stdout)["by_agent"]) == 9


def test_only_json_has_the_rows_of_many_agents(run_here: RunHere, attempted: Path) -> None:
    (head, *lines) = csv.reader(attempted.read_text().splitlines())
    known = [dict(zip(head, line, strict=True)) for line in lines]
    many = [{**row, "agent": f"cmd:{agent}", "trial": f"{row['trial']}-{agent}"} for agent in range(8) for row in known]
    with attempted.open("w", newline="") as file:
        writer = csv.DictWriter(file, head)
        writer.writeheader()
        writer.writerows(many)
    output = run_here("calibrate", attempted).stdout
    assert "intervals are over tasks; each of the 8 agents with --json" in output
    assert "cmd:3" not in output.partition("Declared levels")[2].partition("•")[0]
    assert len(json.loads(run_here("calibrate", attempted, "--json").stdout)["levels"]) == 2 * 9


def test_a_job_with_only_built_in_agents_is_reported(run_here: RunHere, job: Path) -> None:
    done = run_here("calibrate", job)
    assert done.returncode == 0, done.stderr
    assert "3 trials of agents without a model left out: counterfeit, nop, oracle." in done.stdout
    with_them = json.loads(run_here("calibrate", job, "--built-ins", "--json").stdout)
    assert [each["solved"]["trials"] for each in with_them["tasks"]] == [3]


def test_exclusions_are_shown_where_there_are_any(
    run_here: RunHere, attempted: Path, tables: tuple[Path, Path]
) -> None:
    output = run_here("results", attempted, "--by", "agent", columns=80).stdout
    assert re.search(r"^human +1/16 +0\.500 \[", output, re.MULTILINE)
    assert "1 trial (1 infra_error) is excluded from scores" in output
    (row,) = [
        each
        for each in csv.DictReader(io.StringIO(run_here("results", attempted, "--by", "agent", "--csv").stdout))
        if each["agent"] == "human"
    ]
    assert (row["excluded"], row["trials"], row["score_as_zero"]) == ("1", "15", "0.5")
    compared = run_here("compare", attempted, attempted, columns=80).stdout
    assert re.search(r"^score, excluded trials as 0 ", compared, re.MULTILINE)
    assert re.search(r"^excluded trials +1/1[67] +1/1[67] +1\.000$", compared, re.MULTILINE)
    assert "excluded from scores: 1 of 17 trials; --by agent shows" in run_here("results", attempted).stdout
    for verb in (("results", tables[0], "--by", "agent"), ("compare", *tables), ("results", tables[0])):
        assert "xcluded" not in run_here(*verb).stdout
