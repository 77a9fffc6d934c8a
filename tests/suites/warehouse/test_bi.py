"""The BI layer: definitions as queries, faults in them as breaks, and answers that mend them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import duckdb
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.dbt.engine.tiny import write_tiny
from tests.suites.warehouse.tiny_bi import BI, BOARD, CHECK, DATASET, REVENUE

from headwater.dbt.engine import Plan, read_plan
from headwater.grading import Graded, Workspace
from headwater.records import Gate
from headwater.suites.warehouse._bi import is_check, is_definition, with_bi, without_bi
from headwater.suites.warehouse._workspace import WAREHOUSE, project_texts
from headwater.suites.warehouse.base import PROJECT, Base, Size, fill_base
from headwater.suites.warehouse.breaks import Break, Edit, Operator
from headwater.suites.warehouse.breaks._hide import without_tests
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import counterfeits, refused_alternatives
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty, prompt
from headwater.suites.warehouse.breaks._proof import prove
from headwater.suites.warehouse.grading import BrokenTask, JudgeInput, Judgement, checks_of
from headwater.suites.warehouse.grading._judge import work_of
from headwater.suites.warehouse.judge._work import judge_work

UID = "dataset.shop.orders"


def altered(find: str, replace: str, file: str = DATASET) -> dict[str, str]:
    assert BI[file].count(find) == 1
    return {file: BI[file].replace(find, replace)}


def broken(find: str, replace: str, file: str = DATASET, **fields: object) -> Break:
    edit = Edit(file=file, find=find, replace=replace)
    defaults = {"id": "a", "domain": "shop", "operator": Operator.UNIT, "title": "t", "why": "w", "edits": (edit,)}
    return Break.model_validate({**defaults, **fields})


GROWTH = "bi/shop/metrics/growth.yml"
DOUBLED = broken("sum\n  expression: amount_eur\n- name: orders", "sum\n  expression: 2 * amount_eur\n- name: orders")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return company(tmp_path_factory, 0)


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return company(tmp_path_factory, 5000)


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Plan:
    return read_plan(write_tiny(tmp_path_factory.mktemp("project")))


def company(folders: pytest.TempPathFactory, more: int) -> Base:
    project, folder = write_tiny(folders.mktemp("project"), BI), folders.mktemp("base")
    with duckdb.connect(project / "raw.duckdb") as connection:
        connection.execute(f"update raw_web.orders set amount_cents = amount_cents + {more}")
    fill_base(folder, project / "raw.duckdb", project, Size(), lambda _text: None)
    return Base(folder)


def rows(base: Base, sql: str) -> list[tuple[object, ...]]:
    with duckdb.connect() as connection:
        connection.execute("set TimeZone = 'UTC'")
        connection.execute(f"attach '{base.relations}' as warehouse (read_only)")
        return connection.execute(sql).fetchall()


def test_definitions_are_queries_of_the_plan(base: Base) -> None:
    step = base.plan.steps["metric.shop.per_order"]
    assert step.parents == ("metric.shop.revenue", "metric.shop.orders")
    assert set(step.inputs) == {
        "metric.shop.revenue",
        "metric.shop.orders",
        UID,
        "model.shop.fct_orders",
        "model.shop.dim_customers",
    }
    assert base.plan.steps["dashboard.shop.shop"].parents == ("chart.shop.board", "chart.shop.raw")
    assert base.plan.tests["check.shop.board_agrees"].parents == ("chart.shop.board", "model.shop.rpt_revenue")
    assert base.built.tests["check.shop.board_agrees"].passed


def test_queries_are_not_part_of_the_warehouse(base: Base) -> None:
    listed = "select distinct table_schema from information_schema.tables"
    assert ("bi",) not in rows(base, listed)
    with duckdb.connect(base.workspace / WAREHOUSE, read_only=True) as connection:
        assert ("bi",) not in connection.execute(listed).fetchall()


@pytest.mark.parametrize(
    ("metric", "expected"),
    [
        ("revenue", "select month_start, revenue_eur from {report}"),
        ("old", "select month_start, revenue_eur from {report}"),
        ("per_order", "select month_start, revenue_eur / orders from {report}"),
        (
            "revenue_2m",
            "select month_start, revenue_eur + coalesce(lag(revenue_eur) over (order by month_start), 0) from {report}",
        ),
        ("growth", "select month_start, revenue_eur / lag(revenue_eur) over (order by month_start) - 1 from {report}"),
        (
            "german",
            "select o.month_start, sum(o.amount_eur) from warehouse.analytics_core.fct_orders as o"
            " join warehouse.analytics_core.dim_customers using (customer_id) where country = 'Germany' group by 1",
        ),
    ],
)
def test_a_metric_has_the_values_of_its_definition(base: Base, metric: str, expected: str) -> None:
    sql = base.plan.steps[f"metric.shop.{metric}"].sql
    found = rows(base, f"select cast(period as date), round(value, 4) from ({sql}) where cut = 'period' order by 1")
    report = expected.format(report="warehouse.analytics_reports.rpt_revenue")
    wanted = rows(base, f"select a, round(b, 4) from ({report}) as r(a, b) where b <> 0 order by 1")
    assert found == wanted
    assert len(found) >= 2


def test_a_metric_is_also_cut_by_each_dimension_and_not_at_all(base: Base) -> None:
    sql = base.plan.steps["metric.shop.revenue"].sql
    assert rows(base, f"select distinct cut from ({sql}) order by 1") == [("country",), ("period",), ("total",)]
    rolling = base.plan.steps["metric.shop.revenue_2m"].sql
    assert rows(base, f"select distinct cut from ({rolling}) order by 1") == [("country",), ("period",)]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (altered("model: fct_orders", "model: fct_order"), "there is no model fct_order"),
        (altered("measure: revenue", "measure: turnover", REVENUE), "has no measure turnover"),
        (altered("metrics:\n- revenue", "metrics:\n- turnover", BOARD), "there is no metric turnover"),
        (altered("by: [month]", "by: [city]", BOARD), "has no dimension city"),
        (altered("keys: {customer_id: customer_id}", "on: {customer_id: customer_id}"), "a join has no keys"),
        (altered("aggregate: count", "aggregate: total"), "total is none of"),
        (altered("- name: large", "- large\n- name: large"), "measures: each should have fields"),
        (altered("metrics:\n- revenue\n- orders", "metrics: revenue", BOARD), "metrics: should be a list"),
        (
            altered("- {column: revenue_eur, aggregate: sum}", "- sum", "bi/shop/charts/raw.yml"),
            "each should have fields",
        ),
        (altered("kind: metric", "kind: chart", REVENUE), "should have the kind metric"),
        ({REVENUE: "kind: metric\nname: revenue\ntype: rolling\nmetric: revenue\nwindow: 2\n"}, "defined by itself"),
        ({"bi/shop/metrics/two.yml": BI[REVENUE]}, "two definitions of metric revenue"),
        ({REVENUE: "kind: [\n"}, f"{REVENUE}:"),
    ],
)
def test_a_definition_that_is_no_query_is_an_error(plan: Plan, texts: dict[str, str], message: str) -> None:
    assert message in " ".join(with_bi(plan, {**BI, **texts}).errors)
    assert with_bi(plan, BI).errors == []


FIELDS = [
    "model",
    "dataset",
    "measure",
    "filter",
    "filters",
    "time",
    "grain",
    "dimensions",
    "measures",
    "joins",
    "metrics",
    "by",
    "x",
    "y",
    "type",
    "window",
]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from(["orders", "revenue", "ratio", "month", "'", "{}", "a\n"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "as", "keys", *FIELDS]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    kind=st.sampled_from(["dataset", "metric", "chart", "dashboard", "check"]),
    fields=st.dictionaries(
        st.sampled_from([*FIELDS, "numerator", "metric", "charts", "rows", "sql", "expression"]), VALUES
    ),
)
def test_whatever_an_agent_defines_is_a_query_or_an_error(plan: Plan, kind: str, fields: dict[str, object]) -> None:
    text = yaml.safe_dump({"kind": kind, "name": "odd", **fields})
    found = with_bi(plan, {**BI, f"bi/shop/{kind}s/odd.yml": text})
    uid = f"{kind}.shop.odd"
    assert (uid in found.steps or uid in found.tests) != bool(found.errors)


def test_a_plan_without_the_layer_is_that_of_the_project(plan: Plan) -> None:
    assert without_bi(with_bi(plan, BI)) == plan


def test_a_break_of_a_definition_is_proven(base: Base, other: Base) -> None:
    proof = prove(Lab(base), DOUBLED, Lab(other))
    assert proof.refused == ""
    assert proof.causes == (UID,)
    [failure] = proof.failures
    assert (failure.test, failure.tested, failure.hops) == ("check.shop.board_agrees", "chart.shop.board", 2)
    distance = Lab(base).reach.distance(failure.test, failure.hops, failure.fan_in)
    assert distance.candidates > 10
    near = Lab(base).reach.distance(failure.test, 0, failure.fan_in)
    assert near.candidates < distance.candidates
    assert near.tokens < distance.tokens
    found = prompt(BreakDifficulty.MEDIUM, failure, base.plan)
    assert "python bi/explore.py check board_agrees" in found
    assert "the chart `board`, which was not changed itself" in found
    lost = without_tests(Lab(base).texts, base.plan, [failure.test])
    assert lost == ({}, [CHECK])


def test_masks_lose_and_other_right_forms_pass(base: Base, other: Base) -> None:
    half = {"file": REVENUE, "find": "measure: revenue", "replace": "measure: revenue\nfilter: amount_eur < 100"}
    cast_away = {"file": DATASET, "find": "2 * amount_eur", "replace": "2 * amount_eur / 2"}
    one = DOUBLED.model_copy(
        update={
            "masks": broken("x", "y", masks=[{"name": "half", "why": "w", "edits": [half]}]).masks,
            "alternatives": broken(
                "x", "y", alternatives=[{"name": "halved", "why": "w", "edits": [cast_away]}]
            ).alternatives,
        }
    )
    lab = Lab(base)
    proof = prove(lab, one, Lab(other))
    losing, winning = counterfeits(lab, proof, proof.failures[0])
    assert {mask.name: mask.gate for mask in losing} == {"half": Gate.FUNCTIONAL, "hollow": Gate.FUNCTIONAL}
    assert winning == []
    assert refused_alternatives(lab, proof, proof.failures[0]) == {}


TASK = BrokenTask(target="check.shop.board_agrees", failing=("check.shop.board_agrees",), causes=(UID,))


def judged(base: Base, texts: dict[str, str], *removed: str) -> Judgement:
    return judge_work(JudgeInput(task=TASK, texts=texts, removed=removed), base)


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (altered("amount_eur >= 100", "amount_eur > 200"), {UID}),  # a measure that no metric shows
        (altered("measure: revenue", "measure: large", REVENUE), {"metric.shop.revenue", "chart.shop.board"}),
        (altered("window: 2", "window: 3", "bi/shop/metrics/revenue_2m.yml"), {"metric.shop.revenue_2m"}),
        (altered("periods: 1", "periods: 2", "bi/shop/metrics/growth.yml"), {"metric.shop.growth"}),
        (altered("orders > 0", "orders > 60", "bi/shop/charts/raw.yml"), {"chart.shop.raw"}),
        (altered("[board, raw]", "[board]", "bi/shop/dashboards/shop.yml"), {"dashboard.shop.shop"}),
        (
            altered("numerator: revenue", "numerator: german", "bi/shop/metrics/per_order.yml"),
            {"metric.shop.per_order"},
        ),
    ],
)
def test_a_wrong_definition_differs_in_both_companies(
    base: Base, other: Base, texts: dict[str, str], wrong: set[str]
) -> None:
    for each in (base, other):
        found = judged(each, texts)
        assert found.errors == ()
        assert wrong <= set(found.site.differs)
    assert {uid for uid in judged(base, texts).site.differs if uid.startswith("model.")} == set()


@pytest.mark.parametrize(
    "texts",
    [
        altered(
            "expression: amount_eur\n  filter: amount_eur >= 100",
            "expression: case when amount_eur >= 100 then amount_eur end",
        ),
        altered("aggregate: count\n  expression: order_id", "aggregate: sum\n  expression: 1"),
        altered("time: ordered_at", "time: month_start"),
        altered("measure: revenue", "measure: revenue\nfilters: ['amount_eur is not null']", REVENUE),
        altered("expression: sum(revenue_eur)", "expression: sum(revenue_eur * 3) / 3", "bi/shop/metrics/old.yml"),
        altered("name: revenue\n", "name: revenue\ntitle: Revenue of the shop\n", REVENUE),
        altered("type: line", "type: bar", BOARD),
    ],
)
def test_a_right_definition_of_another_form_is_right(base: Base, other: Base, texts: dict[str, str]) -> None:
    assert judged(base, texts) == Judgement()
    assert judged(other, texts) == Judgement()


def test_what_holds_for_one_company_only_differs_in_the_other(base: Base, other: Base) -> None:
    texts = altered("amount_eur >= 100", "amount_eur >= 100 and amount_eur < 330")
    assert judged(base, texts) == Judgement()
    assert judged(other, texts).site.differs == (UID,)


def test_a_definition_cannot_read_other_relations(base: Base) -> None:
    texts = altered(
        "expression: amount_eur\n- name: orders", "expression: (select 1 from duckdb_tables())\n- name: orders"
    )
    found = judged(base, texts)
    assert found.site.missing[UID] == "the table function duckdb_tables() is not allowed: it reads the catalog"
    assert "metric.shop.revenue" in found.site.missing
    other = "(select max(amount_eur) from warehouse.analytics_core.fct_orders)"
    texts = altered("expression: sum(revenue_eur)", f"expression: {other}", "bi/shop/metrics/old.yml")
    refused = "reads analytics_core.fct_orders without ref() or source()"
    assert judged(base, texts).site.missing["metric.shop.old"] == refused


def test_removed_and_unread_definitions_are_reported(base: Base) -> None:
    assert "there is no metric revenue" in " ".join(judged(base, {}, REVENUE).errors)
    found = judged(base, {}, "bi/shop/dashboards/shop.yml")
    assert found.site.missing == {"dashboard.shop.shop": "it is no longer there"}
    new = {"bi/shop/charts/copy.yml": BI[BOARD].replace("name: board", "name: copy")}
    assert judged(base, new).unread == ("chart.shop.copy",)


LOST = {"tests_and_settings_are_untouched", "nothing_is_left_behind"}


@dataclass(eq=False)
class StateParts:
    """The parts of the state under grading that are read before anything runs."""

    workspace: Workspace
    base: Path
    shipped: Path


@pytest.mark.parametrize(
    ("texts", "failed"),
    [
        (altered("aggregate: count\n  expression: order_id", "aggregate: sum\n  expression: 1"), set()),
        (altered("periods: 1", "periods: 2", GROWTH), {"marts_are_right", "holds_for_other_data"}),
        (altered("> 0.01", "> 1000", CHECK), {"tests_and_settings_are_untouched"}),
        ({CHECK.replace(".yml", "_too.yml"): BI[CHECK].replace("board_agrees", "board_agrees_too")}, set()),
        ({"tests/no_order_is_free.sql": "select 1 where false\n"}, set()),
        ({"tests/generic/same_total.sql": "{% test same_total(model) %}select 1 where false{% endtest %}\n"}, LOST),
        ({"tests/notes.txt": "What I did.\n"}, LOST),
        ({"bi/shop/charts/copy.yml": BI[BOARD].replace("name: board", "name: copy")}, {"nothing_is_left_behind"}),
        ({"bi/notes.md": "What I did.\n"}, {"nothing_is_left_behind"}),
    ],
)
def test_checks_judge_the_layer_that_an_agent_left(
    base: Base,
    other: Base,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    texts: dict[str, str],
    failed: set[str],
) -> None:
    """Everything but the sandbox, which a trial in `test_grading.py` tries."""
    left = tmp_path / "left"
    shutil.copytree(base.workspace, left)
    for file, text in texts.items():
        (left / file).parent.mkdir(parents=True, exist_ok=True)
        (left / file).write_text(text)
    checks = "headwater.suites.warehouse.grading._checks"
    graded = cast("Graded", StateParts(Workspace(left, base.workspace), base.folder, base.workspace))
    monkeypatch.setattr(f"{checks}.judge", lambda graded, task: judge_work(work_of(graded, task), base))
    monkeypatch.setattr(f"{checks}.judge_elsewhere", lambda graded, task: judge_work(work_of(graded, task), other))
    task = TASK.model_copy(update={"witness": "chart.shop.board"})
    found = {name for name, check in checks_of(task).items() if not check(graded).passed}
    assert found == failed


def test_only_definitions_are_taken_and_not_checks() -> None:
    assert is_definition(DATASET)
    assert not is_definition(CHECK)
    assert is_check(CHECK)
    assert not any(map(is_definition, ("bi/explore.py", "bi/README.md", "bi/metrics/x.yml", "models/a/metrics/x.yml")))


def test_agents_can_query_the_layer(base: Base) -> None:
    def explore(*arguments: str) -> subprocess.CompletedProcess[str]:
        script = base.workspace / "bi" / "explore.py"
        script.write_text((PROJECT / "bi" / "explore.py").read_text())
        return subprocess.run([sys.executable, str(script), *arguments], capture_output=True, text=True, check=False)

    agreed = explore("check")
    assert (agreed.returncode, agreed.stdout) == (0, "board_agrees: agrees\n")
    assert "select" in explore("metric", "revenue", "--by", "month,country", "--sql").stdout
    assert "2025-01-01" in explore("metric", "revenue", "--by", "month").stdout
    original = (base.workspace / DATASET).read_text()
    (base.workspace / DATASET).write_text(
        original.replace("amount_eur\n- name: orders", "amount_eur / 2\n- name: orders")
    )
    try:
        disagreed = explore("check", "board_agrees")
    finally:
        (base.workspace / DATASET).write_text(original)
    assert disagreed.returncode == 1
    assert "rows disagree" in disagreed.stdout


def test_dashboards_metrics_and_charts_of_the_company_are_queries() -> None:
    texts = project_texts(PROJECT, ("bi",))
    plan = with_bi(read_plan(PROJECT), texts)
    assert plan.errors == []
    kinds = [uid.partition(".")[0] for uid in (*plan.steps, *plan.tests)]
    files = [Path(file).parent.name for file in texts if file.endswith(".yml")]
    for kind in ("dataset", "metric", "chart", "dashboard", "check"):
        assert kinds.count(kind) == files.count(f"{kind}s") > 0
    read = {parent for test in plan.tests.values() for parent in test.inputs}
    newer = [
        uid for uid, step in plan.steps.items() if uid.startswith("chart.") and "model" not in _body(texts, step.file)
    ]
    assert {uid for uid in newer if uid not in read} == {
        "chart.mooring.margin_page_accounts",
        "chart.mooring.trial_board_trials",
    }


def test_documentation_has_the_number_of_definitions() -> None:
    files = [path.parent.name for path in (PROJECT / "bi").glob("*/*/*.yml")]
    counts = {kind: files.count(f"{kind}s") for kind in ("dataset", "metric", "chart", "dashboard", "check")}
    text = " ".join((Path(__file__).parents[3] / "docs" / "warehouse.md").read_text().split())
    assert (
        f"has {counts['dataset']} datasets, {counts['metric']} metrics, {counts['chart']} charts,"
        f" {counts['dashboard']} dashboards and {counts['check']} checks" in text
    )


def _body(texts: dict[str, str], file: str) -> dict[str, object]:
    body: dict[str, object] = yaml.safe_load(texts[file])
    return body
