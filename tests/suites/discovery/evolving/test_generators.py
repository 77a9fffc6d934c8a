"""Generators on real data: by rules, and with a model that answers from a cassette."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.suites.discovery.lake import TOTAL

from headwater.gateway import Cassette, Turn, read_wire_log, write_cassette
from headwater.suites.discovery.evolving import Bench, ModelGenerator, RuleGenerator, SolverAttempt, Step
from headwater.suites.discovery.models import Model
from headwater.suites.discovery.tasks_source import SourceTask

TARGET = "sales_2024/sales_corrected.csv"
OTHER = "sales_2023/sales_corrected.csv"
ALL = TOTAL.replace('sales[sales["shop"] == "Hafen"]', "sales")
"""A program without a filter, so that another table can select rows."""


def solved(*names: str) -> Sequence[SolverAttempt]:
    return [SolverAttempt(solver=name, is_solved=True, files=(TARGET,)) for name in names]


def without_filter(total: SourceTask) -> SourceTask:
    """Return the question for all shops; its answer is only compared with others."""
    source = total.source.model_copy(update={"question": "What did they sell in all, net?", "lookalikes": ()})
    return replace(total, source=source, program=ALL)


@pytest.mark.minutes
def test_rules_ask_for_the_file_that_was_mistaken_for_the_target(total: SourceTask, bench: Bench) -> None:
    harder = RuleGenerator().harden(total, solved("newest"), bench, "0")
    assert harder is not None
    assert harder.step is Step.NEARER_LOOKALIKE
    source = harder.task.source
    assert (source.question, source.targets) == ("What did the shop at the harbour sell in 2023, net?", (OTHER,))
    assert source.answer != total.source.answer
    assert TARGET in {each.path for each in source.lookalikes}
    assert source.id == total.source.id


@pytest.mark.minutes
def test_rules_join_another_table(total: SourceTask, bench: Bench) -> None:
    harder = RuleGenerator().harden(without_filter(total), solved("largest"), bench, "0")
    assert harder is not None
    assert harder.step is Step.ANOTHER_JOIN
    source = harder.task.source
    assert source.targets == (TARGET, "shops/shops.json")
    assert source.question in {
        f"What did they sell in all, net, only where the district of the shop is {name}?" for name in ("Ost", "West")
    }


@pytest.mark.minutes
def test_rules_change_words_that_revealed_the_files(total: SourceTask, bench: Bench) -> None:
    source = total.source.model_copy(update={"question": "What sales (corrected) did the harbour have in 2024?"})
    harder = RuleGenerator().harden(replace(total, source=source), solved("keywords"), bench, "0")
    assert harder is not None
    assert harder.step is Step.FEWER_HINTS
    assert harder.task.source.question == "What sales did the harbour have in 2024?"
    assert harder.task.source.answer == total.source.answer


@pytest.mark.minutes
def test_a_model_is_told_which_rule_its_question_breaks(total: SourceTask, bench: Bench, tmp_path: Path) -> None:
    good = {"step": "aliases", "what": "no shop", "program": total.program.rstrip()}
    good["question"] = "What did the branch at the water take in 2024, without tax?"
    bad = {**good, "question": "What does sales_corrected say of the harbour in 2024?"}
    turns = tuple(Turn(text=json.dumps(each)) for each in ({**good, "step": "magic"}, bad, good))
    write_cassette(tmp_path / "cassettes/generator.yaml", Cassette(turns=turns))
    generator = ModelGenerator(Model("claude-sonnet-4-6", replay=tmp_path / "cassettes"), tmp_path / "wire")
    harder = generator.harden(total, solved("bm25"), bench, "round-0")
    assert harder is not None
    assert (harder.step, harder.what, harder.task.source.question) == (Step.ALIASES, good["what"], good["question"])
    assert harder.task.program == total.program
    first, second, third = (
        json.dumps(exchange.body) for exchange in read_wire_log(tmp_path / "wire/round-0/wire-1.jsonl").exchanges
    )
    for known in ("bm25 solved it from sales_2024/sales_corrected.csv", "gross amounts", "another year"):
        assert known in first
    assert "it has no step 'magic'" in second
    assert "it names 'sales_corrected.csv'" in third or "it names 'sales_corrected'" in third
