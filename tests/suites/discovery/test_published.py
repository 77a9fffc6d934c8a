"""The published tasks and the official code, if ``HEADWATER_CODA`` names a checkout of CoDA-Bench."""

from __future__ import annotations

import importlib.util
import os
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from types import ModuleType

import pytest

from headwater.sandbox import DATA
from headwater.suites.discovery.building import texts
from headwater.suites.discovery.defects import Flaw, find_defects
from headwater.suites.discovery.predictions import score_predictions
from headwater.suites.discovery.published import PublishedQuestion, in_sandbox, read_checkout
from headwater.suites.discovery.published._locate import CommunityFiles
from headwater.suites.discovery.published._rewrite import rewrite
from headwater.suites.discovery.reading import read_questions
from headwater.suites.discovery.records import Prediction, Predictions, Question, Questions
from headwater.suites.discovery.scoring import (
    QuestionDifficulty,
    difficulty_of,
    has_form_of,
    official_match,
    shows_answer,
    strict_difference,
)
from headwater.suites.discovery.targets import Targets, derive_targets, has_folder, parse_code, parts_of
from headwater.suites.discovery.targets._flow import Flow

CHECKOUT = os.environ.get("HEADWATER_CODA")
ROOT = Path(CHECKOUT or "")
pytestmark = pytest.mark.skipif(not CHECKOUT, reason="HEADWATER_CODA names no checkout of CoDA-Bench")
_MUTATED = 10_000
_NUMBER = re.compile(r"[-+]?\d*\.?\d+(?:[eE][-+]?\d+)?")


@pytest.fixture(scope="module")
def published() -> Questions:
    """All published tasks."""
    return read_questions(ROOT / "data/coda_bench.json")


@pytest.fixture(scope="module")
def targets(published: Questions) -> dict[int, Targets]:
    """The target files of each task."""
    return {each.instance_id: derive_targets(each.reference_code) for each in published.questions}


@pytest.fixture(scope="module")
def official() -> Iterator[ModuleType]:
    """The official module, unchanged."""
    spec = importlib.util.spec_from_file_location(
        "coda_bench", ROOT / "coda_bench/__init__.py", submodule_search_locations=[str(ROOT / "coda_bench")]
    )
    assert spec is not None
    sys.modules["coda_bench"] = importlib.util.module_from_spec(spec)
    yield importlib.import_module("coda_bench.evaluation")
    for name in [name for name in sys.modules if name.partition(".")[0] == "coda_bench"]:
        del sys.modules[name]


def mutated(draw: random.Random, text: str) -> str:
    """Return an answer that a solver could have written: equivalent in another form, nearly equal, or nonsense."""
    for _ in range(draw.randrange(4)):
        at = draw.randrange(len(text) + 1)
        match draw.randrange(12):
            case 0:
                text = draw.choice([text.upper(), text.lower(), text.title()])
            case 1:
                text = text[:at] + draw.choice([" ", "\n", "\t", "\u00a0", "  "]) + text[at:]
            case 2:
                text = text.replace(" ", "")
            case 3:
                text = text.replace(
                    draw.choice([";", ",", "%", "$", "-", "."]), draw.choice(["", " ", ";", "-", "\u2013"])
                )
            case 4:
                text = "; ".join(sorted(text.split("; "), key=lambda _: draw.random()))
            case 5:
                text = shifted(text, draw.choice([0.0, 1e-7, 9.99e-7, 1e-6, 1.001e-6, -1e-6, 0.01, 1.0]))
            case 6:
                text = _NUMBER.sub(lambda found: draw.choice([f"{float(found[0]):e}", f"{float(found[0]):,.2f}"]), text)
            case 7:
                text = " ".join(_NUMBER.findall(text))
            case 8:
                text = text[:at] + draw.choice("0123456789.-+eE\u0663\u00df\u0130\u01c5\x00") + text[at:]
            case 9:
                text = text[:at] + text[at + 1 :]
            case 10:
                text = f"{draw.choice(['Answer: ', '**', '~', '+'])}{text}{draw.choice(['.', '**', ' units', '1e999'])}"
            case _:
                text = draw.choice(["", " ", "Not Applicable", "0", text * 2])
    return text


def shifted(text: str, off: float) -> str:
    return _NUMBER.sub(lambda found: str(float(found[0]) + off), text)


def predictions_of(questions: list[Question], answers: list[str]) -> list[Prediction]:
    return [Prediction(each.instance_id, answer) for each, answer in zip(questions, answers, strict=True)]


def test_our_official_match_agrees_with_the_official_code(published: Questions, official: ModuleType) -> None:
    draw = random.Random(20261124)
    outcomes: Counter[tuple[bool, bool]] = Counter()
    golds = [each.answer for each in published.questions]
    pairs = [(gold, gold) for gold in golds]
    pairs += [(mutated(draw, gold), gold) for gold in draw.choices(golds, k=_MUTATED)]
    for text, gold in pairs:
        exact = official.exact_match(text, gold)
        official_result = (exact, exact or official.numeric_match(text, gold))
        match = official_match(text, gold)
        assert (match.exact, match.numeric) == official_result, (text, gold)
        outcomes[official_result] += 1
    assert min(outcomes[each] for each in ((True, True), (False, True), (False, False))) > _MUTATED / 20, outcomes


def test_our_summary_agrees_with_the_official_one(
    published: Questions, targets: dict[int, Targets], official: ModuleType
) -> None:
    draw = random.Random(7)
    chosen = draw.sample(published.questions, 700)
    answers = predictions_of(chosen, [mutated(draw, each.answer) for each in chosen])
    answers += [Prediction(5000, "x"), replace(answers[0], prediction="y")]
    official_summary = official.evaluate(list(published.questions), answers).to_dict()
    latest = {each.instance_id: each for each in answers}
    summary = score_predictions(published, Predictions(latest, len(answers)), targets).official
    del official_summary["per_instance"]
    assert {
        **asdict(summary),
        "missing_ids": list(summary.missing_ids),
        "extra_ids": list(summary.extra_ids),
    } == official_summary


def test_both_scores_accept_every_gold_answer(published: Questions) -> None:
    assert published.faults == ()
    for each in published.questions:
        assert official_match(each.answer, each.answer).exact
        assert strict_difference(each.answer, each.answer, each.answer_guidelines) == ""


def test_digits_alone_pass_only_the_official_score(published: Questions) -> None:
    mixed = [
        each for each in published.questions if re.search(r"\d", each.answer) and re.search("[A-Za-z]", each.answer)
    ]
    digits = [(each, " ".join(_NUMBER.findall(each.answer))) for each in mixed]
    assert len(mixed) > 350
    assert all(official_match(text, each.answer).numeric for each, text in digits)
    assert [each.instance_id for each, text in digits if not strict_difference(text, each.answer, "")] == []


def test_other_forms_are_right_and_other_answers_wrong(published: Questions) -> None:
    """One digit more or less is right only if numbers are rounded to multiples, such as the nearest thousand."""
    rounded = set()
    for each in published.questions:
        gold, guidelines = each.answer, each.answer_guidelines
        for form in (gold.replace("; ", ";"), gold.upper(), gold.replace("-", "\u2013"), f'"{gold}"', f" {gold}.\n"):
            assert strict_difference(form, gold, guidelines) == ""
        for digits in re.finditer(r"\d+", gold):
            other = f"{digits[0][:-1]}{(int(digits[0][-1]) + 1) % 10}"
            if not strict_difference(gold[: digits.start()] + other + gold[digits.end() :], gold, guidelines):
                rounded.add(guidelines)
        for word in re.finditer("[A-Za-z]{3,}", gold):
            assert strict_difference(gold[: word.start()] + "other" + gold[word.end() :], gold, guidelines)
        turned = "; ".join(reversed(gold.split("; ")))
        assert turned == gold or strict_difference(turned, gold, guidelines)
    assert all(re.search(r"to the nearest (?!whole|integer)", guidelines) for guidelines in rounded)
    assert len(rounded) < 25


def test_target_files_are_known_for_nearly_all_questions(published: Questions, targets: dict[int, Targets]) -> None:
    unknown = {number for number, each in targets.items() if each.cause is not None}
    assert unknown == {5, 6, 7, 10, 11, 12, 29, 60, 61, 64, 70, 600, 646, 695, 907, 936}
    assert len(published.questions) == 1009


def test_the_hard_questions_are_those_whose_answers_need_two_files(
    published: Questions, targets: dict[int, Targets]
) -> None:
    """The published list also contains questions whose code reads or names a second file without using it."""
    hard = {(each.question, each.answer) for each in read_questions(ROOT / "data/coda_bench_hard.json").questions}
    published_ids = {each.instance_id for each in published.questions if (each.question, each.answer) in hard}
    derived_ids = {
        each.instance_id
        for each in published.questions
        if difficulty_of(each.reference_code, len(targets[each.instance_id].files)) is QuestionDifficulty.HARD
    }
    assert (len(published_ids), len(derived_ids & published_ids)) == (119, 108)
    assert derived_ids - published_ids == {27, 835}
    assert {len(targets[each].files) for each in published_ids - derived_ids} == {1}


def test_the_known_defects_are_found(published: Questions, targets: dict[int, Targets]) -> None:
    found: dict[Flaw, set[int]] = {}
    for each in find_defects(published.questions, targets):
        found.setdefault(each.flaw, set()).add(each.instance_id)
    assert found[Flaw.NO_ANSWER] == {4, 534, 855}
    assert found[Flaw.EDITORS_NOTE] == {4, 21, 24, 25, 63, 240}
    assert found[Flaw.INVALID_CODE] == {907}
    assert found[Flaw.NO_DATA_SHOWN] == {60, 64, 70, 695}
    assert {0, 2, 7} <= found[Flaw.MADE_UP_DATA]
    assert {7, 936} <= found[Flaw.PASTED_DATA]


@pytest.fixture(scope="module")
def questions() -> tuple[PublishedQuestion, ...]:
    """All questions that become tasks if their data are there."""
    every = read_checkout(ROOT).questions
    assert [each.name for each in every if each.flaw] == ["coda-0004", "coda-0534", "coda-0855"]
    assert len(every) == 1009 + 119
    return tuple(each for each in every if not each.flaw)


def test_a_made_up_answer_has_the_form_of_the_gold_one_and_is_wrong(questions: tuple[PublishedQuestion, ...]) -> None:
    for each in questions:
        gold, guidelines = each.question.answer, each.question.answer_guidelines
        hollow = texts.made_up(gold, guidelines)
        assert has_form_of(hollow, gold, guidelines), each.name
        assert strict_difference(hollow, gold, guidelines), each.name
        assert shows_answer(f"The answer is {gold}", gold, guidelines), each.name
        assert not shows_answer(hollow, gold, guidelines), each.name


def test_rewritten_code_finds_every_file_that_it_reads(
    questions: tuple[PublishedQuestion, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    led = 0
    for each in questions:
        read = [parts for parts in (*each.targets.files, *each.targets.unused) if has_folder(parts)]
        located = CommunityFiles("/".join((parts[0], "source", *parts[1:])) for parts in read).locate(each.targets)
        if not located.targets:
            continue
        files = {**located.others, **located.targets}
        compile(rewrite(each.question.reference_code, files), each.name, "exec")
        monkeypatch.setattr(in_sandbox, "FILES_OF_COMMUNITY", [(key, f"{DATA}/{path}") for key, path in files.items()])
        flow = Flow()
        flow.follow(parse_code(each.question.reference_code))
        for path in flow.reads:
            accepted_paths = {
                f"{DATA}/{found}" for found in files.values() if parts_of(found)[-1] == parts_of(path)[-1]
            }
            assert in_sandbox.in_community(path) in accepted_paths, (each.name, path)
            led += 1
    assert led > len(questions)
