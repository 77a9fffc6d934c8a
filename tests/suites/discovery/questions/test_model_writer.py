"""Questions by a model, which answers from a cassette through a real gateway."""

from __future__ import annotations

import json
import threading
from pathlib import Path

import pytest
from tests.suites.discovery.questions.anchored import anchor

from headwater.errors import CredentialError, NotFoundError, OptionError
from headwater.gateway import Cassette, Limits, Turn, Usage, read_cassette, read_wire_log, write_cassette
from headwater.suites.discovery.models import Model, used_in
from headwater.suites.discovery.questions import ModelWriter, TemplateWriter, UnwritableError, find_writer, lint

NORTH = anchor("t[t.coast == 'north'].height.mean()")
QUESTION = "How high is the water on the north coast, on average?"
GUIDELINES = "A single number, rounded to 2 decimals."
GOOD = json.dumps({"question": QUESTION, "guidelines": GUIDELINES})
WITHOUT_FILTER = json.dumps({"question": "How high is the water, on average?", "guidelines": GUIDELINES})
USAGE = Usage(input=1_000_000, output=100_000)


def writer(folder: Path, *answers: str, model: str = "claude-sonnet-4-6", limits: Limits | None = None) -> ModelWriter:
    turns = tuple(Turn(text=text, usage=USAGE) for text in answers)
    write_cassette(folder / "cassettes/writer.yaml", Cassette(turns=turns))
    datasets = folder / "datasets"
    (datasets / "tide_gauges").mkdir(parents=True, exist_ok=True)
    (datasets / "tide_gauges/README.md").write_text("Heights are in metres above datum.\n")
    (datasets / "tide_gauges/heights_2024.csv").write_text("day,coast,height\n2024-01-01,north,12.3\n")
    model_of = Model(model, limits or Limits(), replay=folder / "cassettes", record=folder / "recorded")
    return ModelWriter(model_of, datasets, folder / "drafts")


def requests(folder: Path) -> list[str]:
    (log,) = folder.glob("drafts/*/wire-1.jsonl")
    return [json.dumps(exchange.body) for exchange in read_wire_log(log).exchanges]


@pytest.mark.parametrize("model", ["claude-sonnet-4-6", "gpt-5.5", "gemini-2.5-pro", "qwen3-coder"])
def test_requests_contain_the_documents_and_lint_in_every_protocol(model: str, tmp_path: Path) -> None:
    draft = writer(tmp_path, WITHOUT_FILTER, f"Here it is:\n```json\n{GOOD}\n```", model=model).write(NORTH)
    assert (draft.question, draft.guidelines, draft.answer) == (QUESTION, GUIDELINES, "12.35")
    assert draft.writer == f"model:{model}"
    assert lint(draft) == []
    first, second = requests(tmp_path)
    for known in ("t.coast == 'north'", "12.35", "metres above datum", "2024-01-01,north,12.3", "one question"):
        assert known in first
    assert "It does not say 'north', by which the slice filters." in second
    assert "How high is the water, on average?" in second


def test_a_draft_is_paid_for_once_and_its_cost_is_known(tmp_path: Path) -> None:
    messages: list[str] = []
    first = writer(tmp_path, GOOD)
    second_writer = ModelWriter(first.model, first.datasets, first.folder, messages.append)
    assert second_writer.write(NORTH) == second_writer.write(NORTH)
    assert messages == ["model:claude-sonnet-4-6 drafted a question of n, cell 3: 1 request, $4.5000"]
    (folder,) = (path for path in first.folder.iterdir() if path.is_dir())
    (totals,) = used_in(folder)
    assert totals.usage == USAGE
    (recorded,) = (tmp_path / "recorded").iterdir()
    assert recorded.name == "writer-n-3.yaml"
    assert [turn.text for turn in read_cassette(recorded).turns] == [GOOD]


def test_after_three_tries_lint_decides(tmp_path: Path) -> None:
    draft = writer(tmp_path, *[WITHOUT_FILTER] * 4).write(NORTH)
    assert lint(draft) == ["does not say 'north', by which the slice filters"]
    assert len(requests(tmp_path)) == 3


def test_a_refused_answer_is_refused_the_next_time_as_well(tmp_path: Path) -> None:
    refusing = writer(tmp_path, "I cannot.", "No {json}.", '{"question": "What?"}')
    for _ in range(2):
        with pytest.raises(UnwritableError, match="n, cell 3: the answer of the model has no text 'guidelines'"):
            refusing.write(NORTH)
    assert "It is no JSON object." in requests(tmp_path)[1]


def test_a_draft_can_be_requested_again_after_a_limit(tmp_path: Path) -> None:
    with pytest.raises(UnwritableError, match="the limit of its conversation is reached"):
        writer(tmp_path, WITHOUT_FILTER, GOOD, limits=Limits(requests=1)).write(NORTH)
    assert writer(tmp_path, GOOD).write(NORTH).question == QUESTION


def test_writers_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(name: str, model: Model | None = None) -> object:
        return find_writer(name, tmp_path, tmp_path, print, threading.Event(), model)

    assert isinstance(find("template"), TemplateWriter)
    assert isinstance(find("model:gpt-5.5", Model("", replay=tmp_path)), ModelWriter)
    with pytest.raises(NotFoundError, match="--writer poet: no such writer; there are template and model:NAME"):
        find("poet")
    with pytest.raises(OptionError, match="model:: it needs a model"):
        find("model")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    with pytest.raises(CredentialError, match="OPENAI_API_KEY is not set"):
        find("model:gpt-5.5")


def test_a_missing_cassette_is_named(tmp_path: Path) -> None:
    first_writer = writer(tmp_path, GOOD)
    (tmp_path / "cassettes/writer.yaml").unlink()
    with pytest.raises(NotFoundError) as raised:
        first_writer.write(NORTH)
    assert str(raised.value).endswith("no cassette for model:claude-sonnet-4-6; write writer-n-3.yaml or writer.yaml")
