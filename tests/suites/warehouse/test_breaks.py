from __future__ import annotations

import json
import threading
from pathlib import Path

import duckdb
import pytest
from tests.dbt.engine.tiny import FILES, write_tiny

from headwater.caches import home
from headwater.errors import UserError
from headwater.harnesses import BuiltHarness
from headwater.records import Gate, PromptVariant
from headwater.suites.warehouse._workspace import project_texts
from headwater.suites.warehouse.base import PROJECT, Base, Size, fill_base
from headwater.suites.warehouse.breaks import (
    Break,
    Edit,
    Operator,
    apply_edits,
    build_tasks,
    read_break,
    read_breaks,
    tasks_folder,
)
from headwater.suites.warehouse.breaks._full import differences, of_tests
from headwater.suites.warehouse.breaks._gates import TriedAnswer, stopped_at
from headwater.suites.warehouse.breaks._generate import _choose
from headwater.suites.warehouse.breaks._hide import without_tests
from headwater.suites.warehouse.breaks._lab import Deciding, Lab, TriedBuild
from headwater.suites.warehouse.breaks._log import BreakLogEntry, Log
from headwater.suites.warehouse.breaks._masks import (
    counterfeits,
    refused_alternatives,
    witness,
)
from headwater.suites.warehouse.breaks._odd import CleanCode
from headwater.suites.warehouse.breaks._operators import find_breaks
from headwater.suites.warehouse.breaks._pool import LabPool
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import BreakProof, prove, stored_causes
from headwater.suites.warehouse.breaks._quotas import Quotas, difficulties, possible
from headwater.suites.warehouse.breaks._tasks import Chosen, choose
from headwater.suites.warehouse.grading import BrokenTask, JudgeInput
from headwater.suites.warehouse.judge._work import judge_work
from headwater.suites.warehouse.suite import WarehouseSuite
from headwater.tasks import lint_task, read_task

STG = "models/staging/stg_orders.sql"
SHOP_THRESHOLDS = {BreakDifficulty.MEDIUM: (1, 1), BreakDifficulty.HARD: (3, 1), BreakDifficulty.BLIND: (3, 1)}
"""The tiny company has three hops from end to end."""
TENTH = "cast(sum(amount_eur) / 10 as decimal(38, 4))"
REPORT = "model.shop.rpt_revenue"
STAGED = "model.shop.stg_orders"
REVENUE = "test.shop.revenue_is_that_of_orders.261b619127"
SYMPTOM_REPORTS = """\
revenue_is_that_of_orders:
  symptom: The revenue report does not add up to what customers were charged.
  business: Revenue for the quarter looks too low.
no_order_from_the_future:
  symptom: Orders of days that have not come yet are in the report.
  business: Odd months.
"""


@pytest.fixture(autouse=True)
def symptoms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "symptoms").mkdir()
    (tmp_path / "symptoms" / "shop.yml").write_text(SYMPTOM_REPORTS)
    monkeypatch.setattr("headwater.suites.warehouse.breaks._symptoms.SYMPTOMS", tmp_path / "symptoms")
    monkeypatch.setattr("headwater.suites.warehouse.breaks._quotas.THRESHOLDS", SHOP_THRESHOLDS)


def broken(find: str, replace: str, file: str = STG, **fields: object) -> Break:
    edit = Edit(file=file, find=find, replace=replace)
    defaults = {
        "id": "a-break",
        "domain": "shop",
        "operator": Operator.UNIT,
        "title": "t",
        "why": "w",
        "edits": (edit,),
    }
    return Break.model_validate({**defaults, **fields})


CENTS = broken("/ 100.0", "/ 10.0")


def prove_here(lab: Lab, one: Break) -> BreakProof:
    return prove(lab, one, lab)


def test_a_break_is_proven_with_its_distance(base: Base) -> None:
    proof = prove_here(Lab(base), CENTS)
    assert proof.refused == ""
    assert proof.causes == ("model.shop.stg_orders",)
    assert [(each.test, each.tested, each.hops, each.fan_in) for each in proof.failures] == [(REVENUE, REPORT, 3, 4)]
    assert proof.failures[0].symptom.startswith("The revenue report does not add up")


def test_the_failed_test_is_downstream_of_the_cause(tmp_path: Path) -> None:
    text = """select * from (select count(*) as customers from {{ ref('stg_customers') }}) as c
cross join (select sum(amount_eur) as eur from {{ ref('fct_orders') }}) as o where o.eur > 3000 * c.customers
"""
    project = write_tiny(tmp_path / "project", {"tests/not_too_much_per_customer.sql": text})
    (tmp_path / "base").mkdir()
    fill_base(tmp_path / "base", project / "raw.duckdb", project, Size(), lambda _text: None)
    found = {each.test: each.tested for each in prove_here(Lab(Base(tmp_path / "base")), CENTS).failures}
    assert found["test.shop.not_too_much_per_customer"] == "model.shop.fct_orders"


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (broken("lower(status) as status", "lower(status)  as status"), "nothing that is built differs"),
        (broken("lower(status)", "upper(nothing)"), "it does not build"),
        (broken("{{ source('web', 'orders') }}", "{{ source('web', 'other') }}"), "it does not build"),
        (broken("trim(name)", "upper(name)", "models/staging/stg_customers.sql"), "no test fails"),
    ],
)
def test_an_invalid_task_folder_is_reported_with_the_reason(base: Base, one: Break, why: str) -> None:
    assert why in prove_here(Lab(base), one).refused


def test_injected_data_is_broken_and_its_fix_restores(base: Base) -> None:
    inject = ("insert into raw_web.orders select * from raw_web.orders where order_id = 'o7'",)
    fix = [{"file": STG, "find": "from source\n", "replace": "from (select distinct * from source)\n"}]
    same = broken("as ordered_at\n", "as  ordered_at\n", inject=inject)
    assert "the solution is not clean" in prove_here(Lab(base), same).refused
    # the source's own test fails on the injected rows, however the project handles them
    paid = {
        "file": "models/intermediate/stg_orders_paid.sql",
        "find": "where not",
        "replace": "where order_id <> 'x' and not",
    }
    fixed = broken("as ordered_at\n", "as  ordered_at\n", inject=inject, fix=[*fix, paid])
    assert "source_unique_web_orders_order_id" in prove_here(Lab(base), fixed).refused


def test_a_solution_has_to_hold_on_data_of_another_seed(base: Base, tmp_path: Path) -> None:
    project = write_tiny(tmp_path / "project")
    with duckdb.connect(project / "raw.duckdb") as connection:
        connection.execute("delete from raw_web.orders where order_id = 'o299'")
    (tmp_path / "base").mkdir()
    fill_base(tmp_path / "base", project / "raw.duckdb", project, Size(), lambda _text: None)
    last = "ordered_at = (select max(ordered_at) from raw_web.orders)"
    fix = "case when order_id = 'o299' then 'EUR' else currency end as currency,"
    one = broken(
        "as ordered_at\n",
        "as  ordered_at\n",
        inject=(f"update raw_web.orders set currency = 'GBP' where {last}",),
        fix=[{"file": STG, "find": "        currency,", "replace": f"        {fix}"}],
    )
    assert prove_here(Lab(base), one).refused == ""
    found = prove(Lab(base), one, Lab(Base(tmp_path / "base"))).refused
    assert found.startswith("the solution is not clean on data of another seed: test.shop.not_null_fct_orders_amount")


def test_a_cause_in_an_ephemeral_model_shows_in_its_readers(base: Base) -> None:
    file = "models/intermediate/int_orders_converted.sql"
    proof = prove_here(Lab(base), broken("'o.amount', 'r.rate'", "'o.amount * 2', 'r.rate'", file))
    assert proof.causes == ("model.shop.int_orders_converted",)
    assert stored_causes(proof) == ("model.shop.fct_orders",)


def test_a_unit_test_reports_a_fault_that_only_a_later_run_shows(base: Base) -> None:
    lab, file = Lab(base), "models/marts/fct_orders.sql"
    proof = prove_here(lab, broken("orders.ordered_at > (select", "orders.ordered_at >= (select", file))
    assert (proof.refused, proof.changed, proof.causes) == ("", (), ("model.shop.fct_orders",))
    assert [(each.kind, each.hops) for each in proof.failures] == [("unit", 0)]
    exact = witness(proof, proof.failures[0])
    assert exact == "model.shop.fct_orders"
    assert stopped_at(lab, proof, TriedAnswer(lab.broken_files(proof.broken)), exact) is Gate.CORRECT
    found = {mask.name: mask.gate for mask in counterfeits(lab, proof, proof.failures[0])[0]}
    assert found["hollow"] is Gate.FUNCTIONAL  # an answer must not invent values that are right now either


def test_a_break_can_describe_its_own_symptom(base: Base) -> None:
    proof = prove_here(Lab(base), broken("/ 100.0", "/ 10.0", symptom="Ten times too much.", business="Wow."))
    assert {(each.symptom, each.business) for each in proof.failures} == {("Ten times too much.", "Wow.")}


def test_masks_lose_where_they_should(base: Base) -> None:
    lab = Lab(base)
    proof = prove_here(lab, CENTS)
    found = {mask.name: mask for mask in counterfeits(lab, proof, proof.failures[0])[0]}
    assert {mask.gate for mask in found.values()} == {Gate.FUNCTIONAL}
    assert {"constants", "no-rows", "hollow"} <= found.keys()
    [hollow] = found["hollow"].files.values()

    assert "cast(1 as" in hollow
    # a mask with values that are exact for people but wrong for the reported test does not count as made up
    in_report = {
        "models/reports/rpt_revenue.sql": FILES["models/reports/rpt_revenue.sql"].replace(
            "sum(amount_eur)", "sum(amount_eur) / 10"
        )
    }
    broken_files = lab.broken_files(CENTS)
    answer = TriedAnswer(broken_files | in_report)
    assert stopped_at(lab, proof, answer, "model.shop.rpt_revenue") in (Gate.CORRECT, Gate.ROBUST)


def test_a_build_ends_at_the_relation_that_decides(base: Base) -> None:
    lab = Lab(base)
    changes = lab.broken_files(CENTS)
    seen: list[object] = []

    def is_wrong(content: object) -> bool:
        seen.append(content)
        return True

    short = lab.build(changes, deciding=Deciding(STAGED, is_wrong))
    assert (short.is_whole, short.is_cut_short, short.built.steps) == (False, True, {})
    assert seen == [lab.build(changes).built.steps[STAGED].content]
    assert lab.build(changes, deciding=Deciding(STAGED, lambda content: content is None)).is_whole


def test_an_answer_equivalent_to_the_solution_is_reported_and_not_a_counterfeit(base: Base) -> None:
    lab = Lab(base)
    text = FILES[STG].rstrip()
    right = {"file": STG, "find": "/ 10.0", "replace": "/ 100.00"}
    wrong = {"file": STG, "find": "/ 10.0", "replace": "/ 1000.0"}
    assert "/ 100.0" in text
    masks = [{"name": "right", "why": "w", "edits": [right]}, {"name": "wrong", "why": "w", "edits": [wrong]}]
    proof = prove_here(lab, broken("/ 100.0", "/ 10.0", masks=masks))
    losing, winning = counterfeits(lab, proof, proof.failures[0])
    assert winning == ["right"]
    assert "wrong" in {mask.name for mask in losing}


def test_a_break_is_not_tried_for_impossible_difficulties(base: Base) -> None:
    near, everything = (BreakDifficulty.EASY, BreakDifficulty.MEDIUM), tuple(BreakDifficulty)
    lab = Lab(base)
    assert possible(lab, CENTS) == everything
    report = broken("sum(amount_eur)", "max(amount_eur)", "models/reports/rpt_revenue.sql", written=True)
    assert possible(lab, report) == near
    assert possible(lab, report.model_copy(update={"symptom": "Too little."})) == everything
    assert possible(lab, broken("rate=1", "rate=2", "macros/money.sql")) == everything
    quotas = Quotas(4, lambda _one: near)
    for difficulty in near:
        assert quotas.wants(report)
        quotas.note(report, difficulty)
    assert not quotas.wants(report)


def test_a_difficulty_needs_hops_and_candidates(base: Base, monkeypatch: pytest.MonkeyPatch) -> None:
    lab = Lab(base)
    proof = prove_here(lab, CENTS)
    assert set(difficulties(lab, proof)) == {BreakDifficulty.MEDIUM, BreakDifficulty.HARD, BreakDifficulty.BLIND}
    candidates = lab.reach.distance(REVENUE, 3, 4).candidates
    for least, expected in (((3, candidates), True), ((4, candidates), False), ((3, candidates + 1), False)):
        monkeypatch.setattr("headwater.suites.warehouse.breaks._quotas.THRESHOLDS", {BreakDifficulty.HARD: least})
        assert (BreakDifficulty.HARD in difficulties(lab, proof)) is expected


def test_an_alternative_has_to_pass(base: Base) -> None:
    lab = Lab(base)
    right = {"name": "right", "why": "w", "edits": [{"file": STG, "find": "/ 10.0", "replace": "/ 100.00"}]}
    wrong = {"name": "wrong", "why": "w", "edits": [{"file": STG, "find": "/ 10.0", "replace": "/ 1000.0"}]}
    proof = prove_here(lab, broken("/ 100.0", "/ 10.0", alternatives=[right, wrong]))
    assert refused_alternatives(lab, proof, proof.failures[0]) == {"wrong": Gate.FUNCTIONAL}


def test_a_task_has_its_alternatives_and_its_distance(
    base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = {"name": "right", "why": "w", "edits": [{"file": STG, "find": "/ 10.0", "replace": "/ 100.00"}]}
    wrong = {"name": "wrong", "why": "w", "edits": [{"file": STG, "find": "/ 10.0", "replace": "/ 1000.0"}]}
    one = broken("/ 100.0", "/ 10.0", alternatives=[right, wrong], written=True, scope="data")
    monkeypatch.setattr("headwater.suites.warehouse.breaks._generate.read_breaks", lambda: [one])
    report = build_tasks(tmp_path, base, base, 1, 1, lambda _text: None)
    [task] = report.tasks
    assert report.refused == {task["task"]: {"wrong": "functional"}}
    built_task = read_task(tasks_folder(tmp_path, base) / str(task["task"]))
    assert [each.name for each in built_task.alternatives] == ["right"]
    assert lint_task(built_task, WarehouseSuite.policy) == ()
    distance = Lab(base).reach.distance(REVENUE, 3, 4)
    measured = (task["hops"], task["fan_in"], task["candidate_columns"], task["tokens_to_read"])
    assert measured == (distance.hops, distance.fan_in, distance.candidates, distance.tokens)
    assert report.spread(str(task["difficulty"]))["hops"] == (3, 3, 3)
    assert task["scope"] == "data"


def test_only_wanted_proofs_run_and_in_order(base: Base) -> None:
    lab = Lab(base)
    found = find_breaks(base.texts(), 1)[:9]
    chosen_operators: list[str] = []

    def wants(one: Break) -> bool:
        return chosen_operators.count(one.operator) < 1

    with LabPool(lab, lab) as pool:
        for one, proof in pool.proofs(iter(found), wants):
            assert (one.id, proof.refused) == (proof.broken.id, prove_here(Lab(base), one).refused)
            chosen_operators.append(one.operator)
    assert chosen_operators == list(dict.fromkeys(one.operator for one in found))


def test_a_break_that_does_not_fit_raises_its_error_from_its_process(base: Base) -> None:
    with LabPool(Lab(base), Lab(base)) as pool, pytest.raises(UserError, match="is there 0 times"):
        list(pool.proofs(iter([broken("no such text", "x")]), lambda _one: True))


@pytest.mark.minutes  # `make test` compares the project with dbt in test_engine_against_dbt.py
def test_a_broken_project_is_compared_with_dbt(base: Base, harness: BuiltHarness) -> None:
    assert harness.name == "base"
    lab = Lab(base)
    assert differences(lab, CENTS, home(), print, threading.Event()) == []
    blind = TriedBuild(base.plan, base.built)  # an engine that detects no break
    found = of_tests(blind, {REVENUE: "fail"})
    assert "test.shop.revenue_is_that_of_orders: pass here, fail with dbt" in found


def test_an_interrupted_build_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "building"
    done = [
        BreakLogEntry(broken="a", dropped="no test fails"),
        BreakLogEntry(broken="b", task={"task": "easy-1"}, winning=["constants"]),
    ]
    first = Log(folder, "200 1")
    for entry in done:
        first.add(entry)
    with (folder / "log.jsonl").open("a") as file:
        file.write('{"broken": "c", "ta')
    assert Log(folder, "200 1").entries == done
    assert Log(folder, "200 1").entries == done
    assert Log(folder, "200 2").entries == []


def test_removing_a_test_leaves_everything_else(base: Base) -> None:
    texts = base.texts()
    found = without_tests(texts, base.plan, [REVENUE, "test.shop.no_order_from_the_future"])
    assert found is not None
    changed, removed = found
    assert removed == ["tests/no_order_from_the_future.sql"]
    plan = Lab(base).plan_without(changed, removed)
    assert (plan.errors, len(plan.tests)) == ([], len(base.plan.tests) - 2)


def judged(base: Base, texts: dict[str, str], task: BrokenTask) -> tuple[set[str], set[str]]:
    found = judge_work(JudgeInput(task=task, texts=texts), base)
    return set(found.site.failing), {uid.rpartition(".")[2] for uid in found.site.differs}


def test_work_is_judged_against_the_solution(base: Base) -> None:
    task = BrokenTask(target=REVENUE, failing=(REVENUE,), causes=("model.shop.stg_orders",))
    text = FILES[STG].replace("/ 100.0", "/ 10.0")
    failing, differs = judged(base, {STG: text}, task)
    assert failing == {REVENUE}
    assert differs == {"stg_orders", "fct_orders", "rpt_revenue"}
    report = "models/reports/rpt_revenue.sql"
    masked = {STG: text, report: FILES[report].replace("sum(amount_eur)", TENTH)}
    failing, differs = judged(base, masked, task)
    assert failing == set()
    assert differs == {"stg_orders", "fct_orders"}
    assert judged(base, {STG: FILES[STG] + "\n"}, task) == (set(), set())


def test_operators_find_the_same_in_the_same_order(base: Base) -> None:
    found = find_breaks(base.texts(), 1)
    assert [one.id for one in found] == [one.id for one in find_breaks(base.texts(), 1)]
    assert {one.id for one in found} == {one.id for one in find_breaks(base.texts(), 2)}
    assert {Operator.DEDUP, Operator.TIE_BREAK, Operator.NULL_HANDLING, Operator.JOIN_TYPE} <= {
        one.operator for one in found
    }
    for one in found:
        assert apply_edits(base.texts(), one.edits, one.id)


def test_tasks_are_the_same_whether_or_not_their_build_was_interrupted(
    base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headwater.suites.warehouse.breaks._generate.read_breaks", lambda: ())  # no written breaks
    monkeypatch.setattr("headwater.suites.warehouse.breaks._odd.PLACES", 0)  # each form of the tiny company is rare

    def interrupt(text: str) -> None:
        if text.startswith("2 tasks"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tasks(tmp_path / "cut", base, base, 4, 1, interrupt)
    messages: list[str] = []
    resumed = build_tasks(tmp_path / "cut", base, base, 4, 1, messages.append)
    uninterrupted = build_tasks(tmp_path / "whole", base, base, 4, 1, lambda _text: None)
    assert resumed == uninterrupted
    assert len(uninterrupted.tasks) == 2
    assert messages
    assert not any(text.startswith("1 task ") for text in messages)  # finished work is not repeated
    folders = [tasks_folder(tmp_path / name, base) for name in ("cut", "whole")]
    texts = [{path.relative_to(folder): path.read_text() for path in folder.rglob("*.*")} for folder in folders]
    assert texts[0] == texts[1]
    index = json.loads((folders[0] / "index.json").read_text())
    assert [task["task"] for task in index["tasks"]] == [task["task"] for task in uninterrupted.tasks]
    assert {path.name for path in folders[0].iterdir() if path.is_dir()} == {
        task["task"] for task in uninterrupted.tasks
    }


def test_no_two_tasks_have_the_same_prompt(base: Base) -> None:
    lab = Lab(base)
    times_ten = broken("/ 100.0", "/ 1000.0", id="another-break")
    proofs = [prove_here(lab, one) for one in (CENTS, times_ten)]
    assert [proof.failures[0].symptom for proof in proofs] == [proofs[0].failures[0].symptom] * 2
    first = _choose(lab, proofs[0], Quotas(8, lambda _one: tuple(BreakDifficulty)), ())
    assert isinstance(first, Chosen)
    second = _choose(lab, proofs[1], Quotas(8, lambda _one: tuple(BreakDifficulty)), {baseline(first)})
    assert isinstance(second, Chosen)
    assert baseline(second) != baseline(first)
    every = {baseline(each) for proof in proofs for each in _all_chosen(lab, proof)}
    assert _choose(lab, proofs[1], Quotas(8, lambda _one: tuple(BreakDifficulty)), every) == (
        "no difficulty that is still wanted, or no prompt of its own"
    )


def test_breaks_with_the_same_report_make_one_task(base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    breaks = [CENTS, broken("/ 100.0", "/ 1000.0", id="another-break"), broken("/ 100.0", "/ 1.0", id="a-third-break")]
    generate = "headwater.suites.warehouse.breaks._generate"
    monkeypatch.setattr(f"{generate}.read_breaks", lambda: [one.model_copy(update={"written": True}) for one in breaks])
    monkeypatch.setattr(f"{generate}.find_breaks", lambda _texts, _seed: [])
    monkeypatch.setattr(
        "headwater.suites.warehouse.breaks._quotas.THRESHOLDS",
        {BreakDifficulty.HARD: SHOP_THRESHOLDS[BreakDifficulty.HARD]},
    )

    def interrupt(_text: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tasks(tmp_path / "cut", base, base, 16, 1, interrupt)
    for folder in ("cut", "whole"):
        report = build_tasks(tmp_path / folder, base, base, 16, 1, lambda _text: None)
        assert [task["break"] for task in report.tasks] == ["a-break"], folder
        assert report.dropped.keys() == {"another-break", "a-third-break"}


def baseline(chosen: Chosen) -> str:
    return chosen.prompts[PromptVariant.BASELINE]


def _all_chosen(lab: Lab, proof: BreakProof) -> list[Chosen]:
    found = [choose(lab, proof, failure, difficulty) for difficulty, failure in difficulties(lab, proof).items()]
    return [each for each in found if each is not None]


def test_operators_make_no_tasks_of_odd_forms(base: Base, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("headwater.suites.warehouse.breaks._generate.read_breaks", lambda: ())
    assert build_tasks(tmp_path, base, base, 4, 1, lambda _text: None).break_count == 0


def test_operators_find_enough_breaks_that_hide() -> None:
    texts = project_texts(PROJECT)
    clean = CleanCode(texts)
    found = find_breaks(texts, 1)
    hidden = [one for one in found if clean.hides(one)]
    assert 1_500 < len(hidden) < len(found)
    assert len({one.operator for one in hidden}) >= 12


def test_written_breaks_fit_the_project() -> None:
    texts = project_texts(PROJECT)
    for one in read_breaks():
        assert one.written
        broken_files = apply_edits(texts, one.edits, one.id)
        past = apply_edits(texts, one.past.edits, f"{one.id}: past") if one.past else {}
        assert {**broken_files, **apply_edits(texts, one.fix, f"{one.id}: fix"), **past}
        for mask in one.masks:
            changed = apply_edits({**texts, **broken_files}, mask.edits, f"{one.id}: mask {mask.name}")
            assert changed or mask.repair
        for each in one.alternatives:
            changed = apply_edits({**texts, **broken_files}, each.edits, f"{one.id}: alternative {each.name}")
            assert changed or each.repair


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("operator: unit\ntitle: t\nwhy: w\n", "neither edits, inject nor past"),
        (
            "operator: unit\ntitle: t\nwhy: w\nedits: [{file: models/a.sql, find: a, replace: b}]\n"
            "masks: [{name: idle, why: w}]\n",
            "idle changes nothing",
        ),
        ("operator: odd\ntitle: t\nwhy: w\n", "operator"),
        ("operator: unit\ntitle: t\nwhy: w\ninject: delete from raw_web.orders\n", "give `fix`"),
        ("- a\n", "should be a mapping"),
        ("operator: unit\ntitle: t\nwhy: w\nedits: [{file: tests/a.sql, find: a, replace: b}]\n", "edits.0.file"),
    ],
)
def test_a_malformed_break_is_reported_with_a_fix(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "shop" / "a-break.yml"
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(UserError, match=message):
        read_break(path)


def test_an_edit_matches_one_place() -> None:
    with pytest.raises(UserError, match="is there 2 times"):
        apply_edits({"models/a.sql": "a a"}, [Edit(file="models/a.sql", find="a", replace="b")], "x")
