"""Breaks of stored state: only an answer whose code is right and whose stored tables are right passes."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import pytest
from tests.suites.warehouse.broken_tiny import STG, TENTHS_FOR_WEEKS
from tests.suites.warehouse.test_grading import REVENUE, run, stop

from headwater.dbt.engine import DuckDBConnection, Name, StatementError
from headwater.records import Gate
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._break import AlternativeFix, Edit, Mask, TableRepair
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import answers
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import prove
from headwater.suites.warehouse.breaks._tasks import choose, write_task
from headwater.suites.warehouse.grading import BrokenTask, JudgeInput
from headwater.suites.warehouse.grading._judge import _left_warehouse
from headwater.suites.warehouse.judge._work import judge_work
from headwater.suites.warehouse.suite import WarehouseSuite
from headwater.tasks import lint_task, read_task

ORDERS = "models/marts/fct_orders.sql"
TABLE = "analytics_core.fct_orders"
WRONG_WEEKS = "ordered_at >= date '2025-01-10' and ordered_at < date '2025-01-31'"
EDITS = {
    "nothing": {
        "file": ORDERS,
        "find": "orders.ordered_at > (select max(ordered_at) from {{ this }})",
        "replace": "orders.ordered_at is null",
    },
    "wrong": {"file": STG, "find": "/ 100.0", "replace": "/ 10.0"},
    "table": {"file": ORDERS, "find": "materialized='incremental'", "replace": "materialized='table'"},
    "report": {"file": "models/reports/rpt_revenue.sql", "find": "sum(amount_eur)", "replace": "min(amount_eur)"},
    "again": {
        "file": ORDERS,
        "find": "orders.ordered_at > (select max(ordered_at) from {{ this }})",
        "replace": "orders.ordered_at > (select min(ordered_at) from {{ this }})",
    },
}
WRONG = {
    "adds-nothing": (Gate.ROBUST, ("nothing",), TableRepair(refresh=("fct_orders",))),
    "rows-deleted": (Gate.FUNCTIONAL, (), TableRepair(sql=(f"delete from {TABLE} where {WRONG_WEEKS}",))),
    "all-divided": (Gate.FUNCTIONAL, (), TableRepair(sql=(f"update {TABLE} set amount_eur = amount_eur / 10",))),
    "in-the-report": (Gate.FUNCTIONAL, ("report",), None),
    "wrong-code": (Gate.FUNCTIONAL, ("wrong",), TableRepair(refresh=("fct_orders",))),
    "no-longer-incremental": (Gate.FUNCTIONAL, ("table", "wrong"), None),
}
RIGHT = {
    "table-dropped": ((), TableRepair(sql=(f"drop table {TABLE}",))),
    "rows-divided": ((), TableRepair(sql=(f"update {TABLE} set amount_eur = amount_eur / 10 where {WRONG_WEEKS}",))),
    "taken-again-at-night": (("again",), None),
}
BREAK = TENTHS_FOR_WEEKS.model_copy(
    update={
        "masks": tuple(
            Mask.model_validate({"name": name, "why": "x", "edits": [EDITS[each] for each in edits], "repair": repair})
            for name, (_, edits, repair) in WRONG.items()
        ),
        "alternatives": tuple(
            AlternativeFix.model_validate(
                {"name": name, "why": "x", "edits": [EDITS[each] for each in edits], "repair": repair}
            )
            for name, (edits, repair) in RIGHT.items()
        ),
    }
)


def labs(companies: Path) -> tuple[Lab, Lab]:
    bases = companies / "warehouse" / "bases"
    return Lab(Base(bases / "clean")), Lab(Base(bases / "other"))


def test_wrong_answers_lose_and_right_ones_pass_in_the_lab_and_in_trials(companies: Path, tmp_path: Path) -> None:
    lab, other = labs(companies)
    proof = prove(lab, BREAK, other)
    assert proof.refused == ""
    assert proof.causes == ("model.shop.fct_orders",)
    [failure] = [each for each in proof.failures if REVENUE in each.test]
    found = answers(lab, proof, failure)
    assert found.refused == {}
    assert found.winning == []
    gates = {mask.name: mask.gate for mask in found.losing}
    assert {name: gates[name] for name in WRONG} == {name: gate for name, (gate, *_) in WRONG.items()}
    chosen = choose(lab, proof, failure, BreakDifficulty.HARD)
    assert chosen is not None
    write_task(lab, chosen, found, tmp_path, other.base.digest)
    task = tmp_path / chosen.id
    assert lint_task(read_task(task), WarehouseSuite.policy) == ()
    for name in RIGHT:  # agents can apply only the solution and wrong answers
        home = task / "counterfeits" / name
        (task / "alternatives" / name).rename(home)
        script = home / "solve.sh"
        script.write_text(script.read_text().replace("/alternative/", "/counterfeit/"))
        (home / "alternative.toml").unlink()
        (home / "counterfeit.toml").write_text('gate = "production"\nwhy = "It is right."\n')
    damaged = task / "counterfeits" / "damaged"
    damaged.mkdir()
    (damaged / "counterfeit.toml").write_text('gate = "functional"\nwhy = "The warehouse cannot be opened."\n')
    (damaged / "solve.sh").write_text("head -c 9000 /dev/urandom > /workspace/warehouse.duckdb\n")
    for name, command in {"removed": "rm warehouse.duckdb", "linked": "ln -sf /etc/passwd warehouse.duckdb"}.items():
        folder = task / "counterfeits" / name
        folder.mkdir()
        (folder / "counterfeit.toml").write_text('gate = "functional"\nwhy = "There is no warehouse."\n')
        (folder / "solve.sh").write_text(f"cd /workspace && {command}\n")
    verdicts = run(task, companies, tmp_path)
    stops = {agent.removeprefix("counterfeit:"): stop(verdict)[0] for agent, verdict in verdicts.items()}
    messages = {
        agent: [check.message for check in verdict.checks if not check.passed] for agent, verdict in verdicts.items()
    }
    assert stops == {
        "oracle": None,
        **dict.fromkeys(RIGHT),
        "nop": Gate.FUNCTIONAL,
        **dict.fromkeys(("damaged", "removed", "linked"), Gate.FUNCTIONAL),
        **gates,
    }, messages


def test_code_that_is_still_wrong_needs_both_repairs(companies: Path) -> None:
    lab, other = labs(companies)
    wrong = BREAK.model_copy(
        update={
            "edits": TENTHS_FOR_WEEKS.past.edits if TENTHS_FOR_WEEKS.past else (),
            "alternatives": (),
            "masks": (
                Mask.model_validate({"name": "only-the-code", "why": "x", "edits": [_reverted()]}),
                Mask.model_validate({"name": "only-the-rows", "why": "x", "repair": RIGHT["rows-divided"][1]}),
            ),
        }
    )
    proof = prove(lab, wrong, other)
    assert proof.refused == ""
    [failure] = [each for each in proof.failures if REVENUE in each.test]
    gates = {mask.name: mask.gate for mask in answers(lab, proof, failure).losing}
    assert gates["only-the-code"] is Gate.FUNCTIONAL
    assert gates["only-the-rows"] is Gate.ROBUST


def _reverted() -> dict[str, str]:
    return {"file": STG, "find": "/ 10.0", "replace": "/ 100.0"}


def test_a_repair_that_does_not_repair_is_no_solution(companies: Path) -> None:
    lab, other = labs(companies)
    idle = BREAK.model_copy(update={"repair": TableRepair(sql=("select 1",))})
    assert prove(lab, idle, other).refused == ("the solution does not repair what is stored: model.shop.fct_orders")


def test_a_past_that_changed_nothing_makes_no_task(companies: Path) -> None:
    lab, other = labs(companies)
    assert BREAK.past is not None
    same = Edit(file=STG, find="/ 100.0", replace="/ 100.00")
    idle = BREAK.model_copy(update={"past": BREAK.past.model_copy(update={"edits": (same,)})})
    assert prove(lab, idle, other).refused == "the past code builds the same rows as the clean code: fct_orders"


def test_a_hostile_file_reads_nothing_else(tmp_path: Path) -> None:
    raw, left, secret = tmp_path / "raw.duckdb", tmp_path / "left.duckdb", tmp_path / "secret.csv"
    secret.write_text("word\nmooring\n")
    duckdb.connect(raw).close()
    with duckdb.connect(left) as connection:
        connection.execute("create schema core; create table core.plain as select 1 as one")
        connection.execute(f"create view core.view as select * from read_csv('{secret}')")
    names = [Name("core", "plain"), Name("core", "view"), Name("core", "absent")]
    with closing(DuckDBConnection("warehouse", raw, stored_file=left)) as connection:
        assert [name.identifier for name in connection.take(names)] == ["plain"]
        with pytest.raises(StatementError, match=r"(?i)access|permission"):
            connection.rows(f"select * from read_csv('{secret}')")
    left.write_bytes(b"no database" * 1000)
    with pytest.raises(StatementError, match="the stored tables cannot be read"):
        DuckDBConnection("warehouse", raw, stored_file=left)


def test_rows_that_are_only_in_the_write_ahead_log_count(tmp_path: Path) -> None:
    written, left = tmp_path / "written.duckdb", tmp_path / "left"
    raw = tmp_path / "raw.duckdb"
    duckdb.connect(raw).close()
    left.mkdir()
    with duckdb.connect(written) as connection:
        connection.execute("create schema core; create table core.numbers as select 1 as number; checkpoint")
        connection.execute("insert into core.numbers values (2)")
        for path in tmp_path.glob("written.*"):
            shutil.copy(path, left / path.name)
    name = Name("core", "numbers")
    with closing(DuckDBConnection("warehouse", raw, stored_file=left / written.name)) as connection:
        assert connection.take([name])[name].rows == 2


def test_a_link_is_no_warehouse(tmp_path: Path) -> None:
    graded: Any = SimpleNamespace(workspace=SimpleNamespace(folder=tmp_path))
    assert _left_warehouse(graded) == []
    (tmp_path / "warehouse.duckdb").symlink_to("/etc/passwd")
    assert _left_warehouse(graded) == []
    (tmp_path / "warehouse.duckdb").unlink()
    (tmp_path / "warehouse.duckdb").touch()
    (tmp_path / "warehouse.duckdb.wal").symlink_to("/etc/passwd")
    assert _left_warehouse(graded) == [tmp_path / "warehouse.duckdb"]


def test_tables_that_only_the_answer_damaged_count(companies: Path, tmp_path: Path) -> None:
    base = labs(companies)[0].base
    task = BrokenTask(target=REVENUE, failing=(), causes=(), stored=("model.shop.fct_orders",))
    given = base.workspace / "warehouse.duckdb"

    def differing(damage: str) -> tuple[str, ...]:
        left = tmp_path / "left.duckdb"
        shutil.copy(given, left)
        with duckdb.connect(left) as connection:
            connection.execute(damage)
        return judge_work(JudgeInput(task=task), base, given, left).site.differs

    history = Name(*base.names["snapshot.shop.customers_history"].key).within("left")
    assert differing("select 1") == ()
    assert differing(f"update {history} set country = 'Atlantis'") == ("snapshot.shop.customers_history",)
    assert differing(f"drop table {history}") == (), "the next run builds it again"

    snapshot = "snapshots/customers_history.sql"
    louder = {snapshot: base.texts()[snapshot].replace("name, country,", "name || '!' as name, country,")}
    edited = JudgeInput(task=task.model_copy(update={"solved": louder}), texts=louder)
    found = judge_work(edited, base, given, given).site.differs
    assert found == ("snapshot.shop.customers_history",), "code that is right does not change rows that are stored"


def test_a_later_run_has_to_add_new_rows(companies: Path) -> None:
    base = labs(companies)[1].base
    task = BrokenTask(target=REVENUE, failing=(), causes=(), stored=("model.shop.fct_orders",))

    texts, increment, report = base.texts(), EDITS["nothing"]["find"], EDITS["report"]["file"]

    def outdated(replacement: str, find: str = increment, **others: str) -> tuple[str, ...]:
        assert find in texts[ORDERS]
        work = JudgeInput(task=task, texts={ORDERS: texts[ORDERS].replace(find, replacement), **others})
        return judge_work(work, base).outdated

    assert outdated("orders.ordered_at > (select min(ordered_at) from {{ this }})") == ()
    assert "model.shop.fct_orders" in outdated("orders.ordered_at > date '2999-01-01'")
    other_type = ("orders.amount_eur::double as amount_eur", "orders.amount_eur")
    assert outdated(*other_type) == ()
    nothing = texts[ORDERS].replace(other_type[1], other_type[0]).replace(increment, "orders.ordered_at is null")
    assert "model.shop.fct_orders" in outdated("", "", **{ORDERS: nothing}), "rows count whatever their types"
    amount, more = "    orders.amount_eur\n", "    orders.amount_eur, orders.amount_eur as revenue\n"
    reads_more = {report: texts[report].replace("sum(amount_eur)", "sum(revenue)")}
    assert outdated(more, amount, **reads_more) == (), "a table with other columns is built anew"
