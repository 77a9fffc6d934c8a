"""A context tool in a package of its own, which asks a model before the trial: its output and its costs."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.agents.cassettes import save, say
from tests.agents.small import GREETING, USAGE, task
from tests.context.shop_project import write_shop
from tests.wheels import block, install

from headwater.analysis import efficiency, load
from headwater.cli import run_
from headwater.errors import UserError
from headwater.gateway import Cassette, Turn, Usage, read_wire_log
from headwater.harnesses import BuiltHarness, all_harnesses
from headwater.jobs import JobFolder, Progress, expand, run_job
from headwater.records import JobConfig, Limits, PromptVariant
from headwater.tasks import Task
from headwater.trials import Finished

DOCUMENT = "context-experiment.md"
AGENT = "data-agent:claude-sonnet-4-6"
PAGES = "/opt/harness/prose/pages"
REQUEST = Usage(input=2_000_000, output=100_000)
PREPARATION = "small.shop__preparation__prose__baseline__1"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "prose/__init__.py": "",
        "prose/harness.py": block(DOCUMENT, "python", "PROSE"),
        "prose/files/describe.py": block(DOCUMENT, "python", "urllib"),
    }
    entry_point = '[project.entry-points."headwater.harnesses"]\nprose = "prose.harness:PROSE"\n'
    return install(tmp_path_factory.mktemp("source"), "prose", files, entry_point)


@pytest.fixture(autouse=True)
def installed(package: Path, harness: BuiltHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    base = next(iter(harness.mounts.values()))
    (tmp_path / "home/harnesses").mkdir(parents=True)
    (tmp_path / "home/harnesses" / base.name).symlink_to(base)
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))
    monkeypatch.syspath_prepend(str(package))
    all_harnesses.cache_clear()
    yield
    all_harnesses.cache_clear()
    sys.modules.pop("prose.harness", None)


@pytest.fixture
def shop(tmp_path: Path) -> Task:
    shop_task = task(tmp_path / "small", "shop", timeout_sec=600)
    write_shop(shop_task.workspace)
    calls = (say("shell", command=f"{GREETING}; cat {PAGES}/*.md; touch {PAGES}/x 2> /dev/null || echo read only"),)
    turns = (Turn(calls=calls, usage=USAGE), Turn(calls=(say("finish", message="Done."),), usage=USAGE))
    save(
        tmp_path / "cassettes", Cassette(turns=turns), "shop"
    )  # for every agent, whether or not there is a preparation
    return shop_task


def answer(folder: Path, *pages: str) -> None:
    """Let the model give these answers about the project's files, in order."""
    save(folder / "cassettes", Cassette(turns=tuple(Turn(text=page, usage=REQUEST) for page in pages)), PREPARATION)


def run(
    shop_task: Task, folder: Path, *harnesses: str, repeats: int = 1, limits: Limits | None = None
) -> list[Finished]:
    config = JobConfig(
        created_at=datetime.now(UTC),
        headwater_version="test",
        jobs=1,
        tasks={shop_task.ref: str(shop_task.folder)},
        trials=expand([shop_task], [AGENT], harnesses, [PromptVariant.BASELINE], repeats),
        replay=str(folder.parent / "cassettes"),
        record=str(folder / "recorded"),
        limits=limits or Limits(),
    )
    job = JobFolder.create(folder, config)
    run_job(job, [shop_task], Progress(), threading.Event())
    return sorted(job.finished(), key=lambda trial: trial.record.spec.id)


def prompt(job: Path, trial: Finished) -> str:
    log = read_wire_log(job / "trials" / trial.record.spec.id / "wire.jsonl")
    return json.dumps([exchange.body for exchange in log.exchanges if exchange.request.turn][-1])


@pytest.mark.minutes
def test_preparations_by_a_model_are_read_and_counted_separately(shop: Task, tmp_path: Path) -> None:
    answer(tmp_path, "Orders are kept in cents.", "Raw tables are never tidy.")
    job = tmp_path / "job"
    base, first, second = run(shop, job, "base", "prose", repeats=2)[1:]
    assert [trial.record.spec.harness for trial in (base, first, second)] == ["base", "prose", "prose"]
    for trial in (first, second):
        assert "Orders are kept in cents.Raw tables are never tidy.read only" in prompt(job, trial).replace("\\n", "")
        assert trial.record.model is not None
        assert base.record.model is not None
        assert trial.record.model.totals.cost_usd == base.record.model.totals.cost_usd
        assert trial.record.preparation is not None
        assert trial.record.preparation.totals.usage == REQUEST + REQUEST
        assert trial.record.preparation.totals.cost_usd == 5  # at $1 and $5 for a million tokens
    assert first.record.preparation == second.record.preparation  # asked once
    assert base.record.preparation is None

    results = load([job])
    assert sorted(map(str, results.table["preparation_usd"].to_pylist())) == ["5.0", "5.0", "None", "None"]
    summary = efficiency(results, ["harness"])
    assert len({group.mean_cost_usd for group in summary.groups}) == 1
    reply = "prose: a model prepared it before its trials, once for each of 1 starting state, for $5.00 in total; "
    assert [str(note) for note in summary.notes if str(note).startswith(reply)]

    (tmp_path / "cassettes" / f"{PREPARATION}.yaml").write_bytes((job / f"recorded/{PREPARATION}.yaml").read_bytes())
    (again,) = run(shop, tmp_path / "again", "prose")
    assert "Orders are kept in cents." in prompt(tmp_path / "again", again)


@pytest.mark.minutes
def test_another_answer_is_another_version(shop: Task, tmp_path: Path) -> None:
    digests = set()
    for number, page in enumerate(("One.", "Two.")):
        answer(tmp_path, page, page)
        (trial,) = run(shop, tmp_path / f"job{number}", "prose")
        assert page * 2 in prompt(tmp_path / f"job{number}", trial)
        assert trial.record.digests is not None
        digests.add(trial.record.digests.prepared)
    assert len(digests) == 2


@pytest.mark.minutes
def test_a_failed_preparation_is_paid_for_once_and_affects_no_other_arm(shop: Task, tmp_path: Path) -> None:
    answer(tmp_path, "One.", "Two.")
    with pytest.raises(UserError) as raised:
        run(shop, tmp_path / "job", "prose", "base", repeats=2, limits=Limits(turns=9, tokens=2_100_000))
    assert str(raised.value).count("\n") == 0
    assert str(raised.value).startswith("small/shop: harness prose: ")
    assert str(raised.value).endswith("it asked its model 1 times, for $2.5000")
    log = (tmp_path / "job/job.log").read_text()
    assert log.count("preparing small/shop for harness prose (once)") == 1
    finished = JobFolder(tmp_path / "job").finished()
    assert [trial.record.spec.harness for trial in finished] == ["base", "base"]


def test_a_preparation_without_a_cassette_is_refused_before_anything_runs(shop: Task, tmp_path: Path) -> None:
    cassettes = tmp_path / "cassettes"
    args = [str(shop.folder), "--agent", AGENT, "--harness", "prose", "--replay", str(cassettes)]
    refused = CliRunner().invoke(run_.command, [*args, "--out", str(tmp_path / "job")]).exception
    assert isinstance(refused, UserError)
    prompt = f"--replay {cassettes}: no cassette for preparation on small/shop; write {PREPARATION}.yaml"
    assert str(refused) == prompt
    assert not (tmp_path / "job").exists()
