"""Tables given to the agent are read from its warehouse, and not built again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from tests.dbt.engine.tiny import FILES

from headwater.dbt.engine import export
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.grading import BrokenTask, JudgeInput
from headwater.suites.warehouse.judge._learned import Learned
from headwater.suites.warehouse.judge._work import judge_work

STG = "models/staging/stg_orders.sql"
REPORT = "models/reports/rpt_revenue.sql"
ORDERS = "model.shop.fct_orders"
REVENUE = "test.shop.revenue_is_that_of_orders.261b619127"
TASK = BrokenTask(target=REVENUE, failing=(REVENUE,), causes=("model.shop.stg_orders",), learned="given")
BROKEN = FILES[STG].replace("amount_cents / 100.0", "amount_cents / 10.0")
MASK = FILES[REPORT].replace("sum(amount_eur)", "sum(amount_eur) / 10")


@pytest.fixture
def given_warehouse(base: Base, tmp_path: Path) -> Iterator[Path]:
    """The warehouse of the broken company, and the result of its build."""
    built = Lab(base).build({STG: BROKEN}, tests=())
    orders = built.built.steps[ORDERS]
    name = built.plan.steps[ORDERS].relation
    learned = Learned(steps={orders.action: orders}, tables={orders.action: (name.schema, name.identifier)})
    file = tmp_path / "warehouse.duckdb"
    export(base.plan, base.built, base.raw, base.relations, file)
    with duckdb.connect(file) as warehouse:
        warehouse.execute(f"update {name.within('warehouse')} set amount_eur = amount_eur * 10")
    (base.folder / "learned").mkdir(exist_ok=True)
    (base.folder / "learned" / "given.json").write_text(learned.model_dump_json())
    yield file
    (base.folder / "learned" / "given.json").unlink()


def test_a_judgement_is_the_same_with_the_warehouse_that_was_given(base: Base, given_warehouse: Path) -> None:
    work = JudgeInput(task=TASK, texts={STG: BROKEN, REPORT: MASK})
    found = judge_work(work, base, given_warehouse)
    assert set(found.site.differs) == {"model.shop.stg_orders", ORDERS}
    assert found == judge_work(work, base)


def test_given_tables_are_read(base: Base, given_warehouse: Path) -> None:
    with duckdb.connect(given_warehouse) as warehouse:
        warehouse.execute(f"update {base.plan.steps[ORDERS].relation.within('warehouse')} set amount_eur = 0")
    found = judge_work(JudgeInput(task=TASK, texts={STG: BROKEN, REPORT: MASK}), base, given_warehouse)
    assert set(found.site.differs) == {"model.shop.stg_orders", ORDERS, "model.shop.rpt_revenue"}
