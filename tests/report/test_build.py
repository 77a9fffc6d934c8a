"""Sites of all kinds of input; a sentence explains what cannot be shown."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from tests.analysis.build import trial
from tests.report.made_job import AGENTS, MadeAgent, Plan, make_job

from headwater.analysis import load, to_table, write_table
from headwater.errors import UserError
from headwater.records import FileRead, FileReads, PromptVariant
from headwater.report._format import NONE
from headwater.report._trials import first_miss
from headwater.report.build import build_site
from headwater.results import Row, read_dec_bench
from headwater.tasks import Task

ONE = Plan(agents=AGENTS[:1], harnesses=("base",), prompts=(PromptVariant.BASELINE,), repeats=1, excluded_share=0)

FEW = Plan(agents=AGENTS[:2], harnesses=("base",), repeats=1, excluded_share=0)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def text_of(page: Path) -> str:
    """Return the text that a reader sees on a page."""
    parser = _Text()
    parser.feed(page.read_text())
    return re.sub(r"\s+", " ", " ".join(parser.parts))


@pytest.fixture
def one_task(tasks: dict[str, Task]) -> dict[str, Task]:
    ref = "pipelines/broken-connection"
    return {ref: tasks[ref]}


@pytest.fixture
def one_trial(tmp_path: Path, one_task: dict[str, Task]) -> Path:
    return make_job(tmp_path / "one", one_task, ONE)


def trials(job: Path) -> list[Path]:
    return sorted((job / "trials").iterdir())


def test_every_link_of_a_site_leads_somewhere(made_site: Path) -> None:
    missing = {
        f"{page.relative_to(made_site)}: {target}"
        for page in made_site.rglob("*.html")
        for target in re.findall(r'(?:href|src|data-trace|data-trials)="([^"#]+)', page.read_text())
        if not (page.parent / target).resolve().is_file()
    }

    assert not missing


def test_the_first_page_is_small(made_site: Path) -> None:
    page = (made_site / "index.html").read_text()
    loaded = [made_site / name for name in re.findall(r'(?:href|src)="(assets/[^"]+)"', page)]

    assert len(page) + sum(path.stat().st_size for path in loaded) < 200_000
    assert "assets/vega.js" not in page  # the script loads only when a chart scrolls into view


def test_a_site_is_replaced_and_nothing_else_is(tmp_path: Path, one_trial: Path) -> None:
    out = tmp_path / "site"
    build_site([one_trial], out)
    (out / "stale.html").touch()

    build_site([one_trial], out)

    assert not (out / "stale.html").exists()
    with pytest.raises(UserError, match="exists and is not a Headwater site"):
        build_site([one_trial], one_trial)
    assert (one_trial / "job.json").is_file()


def test_an_interrupted_build_leaves_the_old_site(tmp_path: Path, one_trial: Path) -> None:
    out = tmp_path / "site"
    build_site([one_trial], out)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_site([one_trial], out, interrupt)

    assert (out / "index.html").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "site"]


def test_a_folder_that_is_not_a_job_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"contains no job\.json"):
        build_site([tmp_path], tmp_path / "site")


def test_an_empty_job(tmp_path: Path, one_trial: Path) -> None:
    shutil.rmtree(one_trial / "trials")

    build_site([one_trial], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert "No trial has finished yet" in message
    assert "has no record yet of 1 of 1 trial" in message
    assert "so there is no task to show" in text_of(tmp_path / "site/tasks.html")
    assert "No trial has finished yet." in text_of(tmp_path / "site/trials.html")


def test_one_trial_has_no_interval_which_is_reported(tmp_path: Path, one_trial: Path) -> None:
    build_site([one_trial], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert "1 agent on 1 task" in message
    assert "No interval can be given." in message
    assert (
        "All scored trials of the ranked agents have the same harness, base, so there is nothing to compare." in message
    )
    assert "so there is no pair to compare" in text_of(tmp_path / "site/compare.html")


def first_page(tmp_path: Path, *rows: Row) -> str:
    """Return the text of the overview page for a table of trials."""
    write_table(to_table(rows), tmp_path / "trials.parquet")
    build_site([tmp_path / "trials.parquet"], tmp_path / "site")
    return text_of(tmp_path / "site/index.html")


def test_the_title_counts_ranked_agents_and_their_tasks(tmp_path: Path) -> None:
    ranked = [trial(task, 3, agent=agent) for task in ("x", "y") for agent in ("a", "b")]
    probes = [trial("z", 0, agent="attacker:reads"), trial("y", 2, agent="counterfeit:hollow")]
    message = first_page(tmp_path, *ranked, *probes)
    assert "2 agents on 2 tasks" in message
    assert "1 trial of counterfeits: none cleared all gates" in message
    assert "The proof of 2 tasks" in first_page(tmp_path, *probes)


def test_common_factors_are_those_of_trials_with_a_score(tmp_path: Path) -> None:
    """All trials of an agent's second prompt are excluded, and a counterfeit has a third prompt."""
    scored = [trial(task, 3) for task in ("x", "y")]
    others = [
        trial("x", prompt="informed", status="infra_error", trial="x__informed"),
        trial("y", 1, agent="counterfeit:hollow", prompt="verify"),
    ]
    message = first_page(tmp_path, *scored, *others)
    assert (
        "All scored trials of the ranked agents have the same prompt, baseline, so there is nothing to comp" in message
    )
    informed = [trial(task, 4, prompt="informed", trial=f"{task}__informed") for task in ("x", "y")]
    both = first_page(tmp_path, *scored, *informed)
    assert "have the same prompt" not in both
    assert "baseline → informed" in both


def test_agents_are_ranked_where_they_share_enough_tasks(tmp_path: Path) -> None:
    def ranking(tasks: int) -> str:
        rows = [
            trial(f"t{task}", (task + shift) % 5, agent=agent)
            for task in range(tasks)
            for shift, agent in ((0, "a"), (1, "b"))
        ]
        return first_page(tmp_path, *rows).partition("Ranking")[2].partition("Where trials stop")[0]

    assert "There are too few tasks to rank: two agents must share at least 6." in ranking(5)
    assert "=" not in ranking(5)
    assert "1= b" in ranking(6)
    assert "too few" not in ranking(6)


def test_the_first_miss_is_of_the_gate_that_stopped_a_trial(tmp_path: Path, one_task: dict[str, Task]) -> None:
    """A gate can clear despite failed checks: the trial cleared `robust` here."""
    failed = ("robust.a_bad_line_changes_nothing", "production.no_password_in_sight")
    row = trial("x", 4, failed_checks=failed)
    assert first_miss(row) == "production.no_password_in_sight"
    assert first_miss(trial("x", 5, failed_checks=failed[:1])) == ""
    assert first_miss(trial("x", status="infra_error")) == "the machine failed"

    write_table(to_table([replace(row, task=next(iter(one_task)))]), tmp_path / "trials.parquet")
    build_site([tmp_path / "trials.parquet"], tmp_path / "site")
    page = next((tmp_path / "site/task").iterdir())
    assert "no_password_in_sight" in text_of(page).replace(" ", "")
    assert "a_bad_line" not in text_of(page).replace(" ", "")


def test_an_interval_that_contains_everything_is_reported_as_no_answer(tmp_path: Path) -> None:
    costs = {"a": (0.01, 900.0), "b": (800.0, 0.02)}
    rows = [
        trial(f"t{task}", 3, agent=agent, cost_usd=cost, agent_sec=10.0 + task)
        for agent, each in costs.items()
        for task, cost in enumerate(each)
    ]
    first_page(tmp_path, *rows)
    pair = text_of(next((tmp_path / "site/compare/agent").iterdir()))
    assert re.search(r"cost not known time .1\.00", pair)
    assert "not known" in text_of(tmp_path / "site/compare.html")


def test_an_alternative_that_stops_is_astray_and_none_of_the_competitors(
    tmp_path: Path, one_task: dict[str, Task]
) -> None:
    alternative = MadeAgent("alternative:merged-arrays", skill=0.2, usd=0.1)
    plan = Plan(agents=(AGENTS[0], alternative), harnesses=("base",), repeats=1, excluded_share=0)

    build_site([make_job(tmp_path / "job", one_task, plan)], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert "1 agent on 1 task" in message
    assert re.search(r"2 trials of alternatives: 2 did not clear all gates", message)
    why = one_task["pipelines/broken-connection"].alternative("merged-arrays").why
    assert f"merged-arrays {why}" in text_of(tmp_path / "site/task/pipelines.broken-connection.html")
    page = next(path for path in (tmp_path / "site/trial").rglob("*.html") if "merged-arrays" in path.name)
    assert "The demand is stated in init.sql#All four values are required" in text_of(page)
    assert f"a right solution of another architecture: {why}" in text_of(page)


def test_only_infrastructure_errors(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(tmp_path / "void", one_task, Plan(repeats=1, excluded_share=1))

    build_site([job], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert "is evidence, so nothing can be said about any agent" in message
    assert "There is no evidence to rank agents by." in message
    assert "postgres: the server ended by itself with code 1" in message
    page = next((tmp_path / "site/trial").rglob("*.html"))
    assert "This trial was not graded: postgres: the server ended by itself" in text_of(page)


def exclude(job: Path, agent: str, many: int) -> None:
    """Mark a number of an agent's trials as excluded."""
    records = [
        path / "trial.json"
        for path in trials(job)
        if json.loads((path / "trial.json").read_text())["spec"]["agent"] == agent
    ]
    for path in records[:many]:
        record = json.loads(path.read_text()) | {
            "status": "infra_error",
            "reason": "the provider was away",
            "model": None,
        }
        path.write_text(json.dumps(record))
        shutil.rmtree(path.parent / "verdicts")


def test_both_rates_and_an_agent_that_is_excluded_more_often(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(tmp_path / "job", one_task, Plan(excluded_share=0, repeats=4))
    exclude(job, AGENTS[3].name, 7)

    build_site([job], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert "of them excluded 7 why" in message
    assert re.search(r"plain-loop:small-1 0\.\d\d as 0: 0\.\d\d 7 of 16 excluded differs", message)
    assert message.count("as 0:") == 1
    assert "agent plain-loop:small-1: 7 of 16 trials excluded, the others 0 of 48 on the same 1 task (Fisher" in message
    pair = next(each for each in (tmp_path / "site/compare/agent").iterdir() if "plain-loop" in each.name)
    assert re.search(r"with excluded trials as 0 .0\.\d\d p .* excluded 0 of 16, 7 of 16 p 0\.00\d", text_of(pair))
    assert "Excluded trials A trial is excluded only by evidence" in text_of(tmp_path / "site/method.html")


def test_an_agent_all_of_whose_trials_are_excluded_is_ranked_last(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(tmp_path / "job", one_task, Plan(excluded_share=0))
    exclude(job, AGENTS[0].name, 8)

    build_site([job], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert re.search(
        rf"plain-loop:small-1 0.* example-code:large-1 {NONE} as 0: 0\.00 8 of 8 excluded differs {NONE} ", message
    )
    assert "None of its trials has a score" in message


def test_without_exclusions_one_rate_is_shown(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(tmp_path / "job", one_task, FEW)

    build_site([job], tmp_path / "site")

    pages = [tmp_path / "site/index.html", *(tmp_path / "site/compare").rglob("*.html")]
    assert len(pages) > 1
    assert not [page for page in pages if "xcluded" in text_of(page)]


def test_a_truncated_record_is_named_and_the_others_are_shown(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(tmp_path / "torn", one_task, FEW)
    record = trials(job)[0] / "trial.json"
    record.write_text(record.read_text()[:200])

    build_site([job], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert f"torn/trials/{trials(job)[0].name}/trial.json: damaged or of another version" in message
    assert len(list((tmp_path / "site/trial").rglob("*.html"))) == len(trials(job)) - 1
    assert str(tmp_path) not in message


def test_two_versions_of_a_task_make_no_figure(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(tmp_path / "mixed", one_task, FEW)
    path = trials(job)[0] / "trial.json"
    record = json.loads(path.read_text())
    record["digests"]["task"] = "0" * 64
    path.write_text(json.dumps(record))

    build_site([job], tmp_path / "site")

    message = text_of(tmp_path / "site/index.html")
    assert "two versions or more" in message
    assert "Ranking" not in message
    assert "The task has changed since this trial" in text_of(
        next((tmp_path / "site/trial").rglob(f"{trials(job)[0].name}*.html"))
    )


def test_the_page_of_a_task_without_its_folder_says_so(tmp_path: Path, one_trial: Path) -> None:
    config = json.loads((one_trial / "job.json").read_text())
    config["tasks"] = dict.fromkeys(config["tasks"], "/nowhere/broken-connection")
    (one_trial / "job.json").write_text(json.dumps(config))

    build_site([one_trial], tmp_path / "site")

    assert "The task's folder no longer exists" in text_of(tmp_path / "site/task/pipelines.broken-connection.html")
    page = text_of(next((tmp_path / "site/trial").rglob("*.html")))
    assert "The task's folder no longer exists, so complete files are shown" in page
    assert "/nowhere" not in page


def test_a_trial_with_data_lists_reads_in_order(tmp_path: Path, one_trial: Path) -> None:
    (trial,) = trials(one_trial)
    reads = [FileRead(path=f"set/{name}.csv", at_sec=number, size_bytes=2048) for number, name in enumerate("ba")]
    (trial / "reads.json").write_text(FileReads(files=tuple(reads)).model_dump_json())
    build_site([one_trial], tmp_path / "site")
    (page,) = (tmp_path / "site").rglob(f"{trial.name}.html")
    text = text_of(page)
    assert "Which data the agent read" in text
    read = re.findall(r"([ab])\W*csv", text)
    assert read == ["b", "a"]
    (trial / "reads.json").write_text(FileReads(unknown="only root can do this").model_dump_json())
    build_site([one_trial], tmp_path / "other")
    assert "only root can do this" in text_of(next((tmp_path / "other").rglob(f"{trial.name}.html")))


def test_an_exported_table_has_figures_but_no_pages_of_trials(tmp_path: Path, made_job: Path) -> None:
    table = tmp_path / "results.parquet"
    write_table(load([made_job]).table, table)

    build_site([table], tmp_path / "site")

    assert "4 agents on 3 tasks" in text_of(tmp_path / "site/index.html")
    assert not (tmp_path / "site/trial").exists()


def test_published_runs_have_their_own_score_with_a_note(tmp_path: Path) -> None:
    table = tmp_path / "runs.csv"
    runs = read_dec_bench(Path(__file__).parents[1] / "analysis/data/dec-bench-published.csv").rows
    write_table(to_table(runs), table)

    build_site([table], tmp_path / "site")

    page = text_of(tmp_path / "site/index.html")
    assert "Scores are by DEC Bench's own formula" in page
    assert "1= cursor 0.88 0.78 to 0.94" in page
    assert "base-rt and classic-de never ran the same task" in page
    assert "The versions of task and checks are not known" in page


def test_two_jobs_of_one_name_keep_apart(tmp_path: Path, one_task: dict[str, Task]) -> None:
    first = make_job(tmp_path / "a/nightly", one_task, ONE, seed=1)
    second = make_job(tmp_path / "b/nightly", one_task, Plan(**{**vars(ONE), "agents": AGENTS[1:2]}), seed=2)

    build_site([first, second], tmp_path / "site")

    assert sorted(path.name for path in (tmp_path / "site/trial").iterdir()) == ["nightly", "nightly-2"]
    assert (tmp_path / "site/compare").is_dir()


def test_many_trials_are_shared_among_processes(tmp_path: Path, one_task: dict[str, Task]) -> None:
    job = make_job(
        tmp_path / "many",
        one_task,
        Plan(AGENTS[:1], ("base",), (PromptVariant.BASELINE,), repeats=104, steps=4, excluded_share=0),
    )
    progress: list[tuple[int, int]] = []

    built = build_site([job], tmp_path / "site", lambda done, total: progress.append((done, total)))

    assert built.trials == 104
    assert progress[-1] == (104, 104)
    assert len(list((tmp_path / "site/trial").rglob("*.html"))) == 104
    assert len(list((tmp_path / "site/data/trace").rglob("*.js"))) == 104
