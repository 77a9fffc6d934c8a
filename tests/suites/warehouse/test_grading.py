"""Each check of the suite fails in a real trial, and only where it should, because every wrong answer fails one check.

`headwater validate` requires that some wrong answer fails each check of a task. It cannot require this of generated
tasks, whose checks belong to the suite, because no break has a wrong answer for each check; this file tests it instead.
"""

from __future__ import annotations

import os
import tracemalloc
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.dbt.engine.tiny import FILES
from tests.jobs.conftest import Headwater
from tests.suites.warehouse.broken_tiny import CENTS, STG
from tests.suites.warehouse.tiny_bi import BI, BOARD, CHECK, DATASET

from headwater.jobs import JobFolder
from headwater.records import Gate, Verdict
from headwater.snapshots import SnapshotStore
from headwater.snapshots._normalize import files_of
from headwater.suites.warehouse.base import Base
from headwater.suites.warehouse.breaks._lab import Lab
from headwater.suites.warehouse.breaks._masks import Answers, ProvenCounterfeit
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._proof import prove
from headwater.suites.warehouse.breaks._tasks import choose, write_task
from headwater.suites.warehouse.grading import BrokenTask, checks_of
from headwater.suites.warehouse.grading._declared import lost_tests, undocumented
from headwater.suites.warehouse.judge._records import Columns

CONVERTED = "models/intermediate/int_orders_converted.sql"
ORDERS = "models/marts/fct_orders.sql"
REPORT = "models/reports/rpt_revenue.sql"
MARTS = "models/marts/_marts.yml"
PAID = "models/intermediate/stg_orders_paid.sql"
HISTORY = "snapshots/customers_history.sql"
FUTURE = "tests/no_order_from_the_future.sql"
REVENUE = "revenue_is_that_of_orders"


def changed(file: str, find: str, replace: str) -> dict[str, str]:
    """Return a file of the clean project with one replaced passage."""
    text = {**FILES, **BI}[file]
    assert text.count(find) == 1
    return {file: text.replace(find, replace)}


MENDED = {STG: FILES[STG]}
MONTH = "date_trunc('month', o.ordered_at)"
EUR = "{{ to_home('o.amount', 'r.rate') }}"
HOOK = "{{ config(post_hook='delete from {{ this }}') }}\n"
# The recursion takes a second or more in one thread even on a fast machine; its result, zero, is added to each amount.
STEPS = """with recursive steps(n) as (select 0 union all select n + 1 from steps where n < 1000000)
select 0 * count(*) from steps"""


@dataclass(frozen=True)
class Wrong:
    """A wrong answer.

    Attributes:
        check: The check that the answer must fail.
        gate: The gate that stops the answer.
        files: The answer's files, which replace the broken ones.
        too: Other checks of that gate that must fail as well.
        command: A command that runs after the files were replaced.
    """

    name: str
    check: str
    gate: Gate
    files: Mapping[str, str]
    too: tuple[str, ...] = ()
    command: str = ""

    @property
    def unseen(self) -> set[str]:
        """Return the check of the figures, if it finds no figures or a wrong one."""
        is_made = self.gate is not Gate.FUNCTIONAL or self.name == "less-to-build"
        return set() if is_made else {"reported_figures_are_exact"}


WRONG = [
    Wrong(
        "no-such-model",
        "project_is_read",
        Gate.FUNCTIONAL,
        MENDED | changed(REPORT, "ref('fct_orders')", "ref('fct_order')"),
    ),
    Wrong("no-such-metric", "project_is_read", Gate.FUNCTIONAL, MENDED | changed(BOARD, "- orders\n", "- turnover\n")),
    Wrong(  # a description of its faults would exceed the limit on a program's output
        "endless-name",
        "rules_are_kept",
        Gate.FUNCTIONAL,
        MENDED | changed(REPORT, "ref('fct_orders')", f"ref('{'x' * (2 << 20)}')"),
    ),
    Wrong(
        "half-a-character",
        "project_is_read",
        Gate.FUNCTIONAL,
        MENDED | {REPORT: r"{{ exceptions.raise_compiler_error('\ud800') }}"},
    ),
    Wrong(
        "no-text-for-a-name",
        "rules_are_kept",
        Gate.FUNCTIONAL,
        MENDED,
        command=r"""cp models/reports/rpt_revenue.sql "models/reports/$(printf 'rpt_\377').sql" """,
    ),
    Wrong("hook", "rules_are_kept", Gate.FUNCTIONAL, MENDED | {REPORT: HOOK + FILES[REPORT]}),
    Wrong("no-such-column", "every_relation_is_built", Gate.FUNCTIONAL, changed(STG, "/ 100.0", "/ hundred")),
    Wrong("less-to-build", "every_relation_is_built", Gate.FUNCTIONAL, MENDED, command=f"rm {HISTORY}"),
    Wrong("too-little", "reported_figures_are_exact", Gate.FUNCTIONAL, changed(STG, "/ 100.0", "/ 1000.0")),
    # every required row without any true value, although the reported test passes
    Wrong(
        "hollow",
        "reported_figures_are_exact",
        Gate.FUNCTIONAL,
        changed(REPORT, "sum(amount_eur) as", "(select sum(amount_eur) from {{ ref('stg_orders_paid') }}) / 3 as"),
    ),
    # the reported test is one of the failed ones
    Wrong(
        "other-side",
        "target_test_passes",
        Gate.CORRECT,
        MENDED | changed(PAID, "/ 100.0", "/ 50.0"),
        ("failed_tests_pass",),
    ),
    Wrong(
        "in-the-report", "failed_tests_pass", Gate.CORRECT, changed(REPORT, "sum(amount_eur)", "sum(amount_eur) / 10")
    ),
    # an answer that is wrong on its own data is not tried on other data
    Wrong(
        "orders-twice",
        "no_test_fails",
        Gate.ROBUST,
        MENDED | changed(ORDERS, "orders.ordered_at > (", "orders.ordered_at >= ("),
        ("holds_for_other_data",),
    ),
    Wrong(
        "only-the-total",
        "marts_are_right",
        Gate.ROBUST,
        changed(CONVERTED, EUR, f"avg(cast(o.amount / 10 as double) * r.rate) over (partition by {MONTH})"),
        ("holds_for_other_data",),
    ),
    Wrong(
        "another-period",
        "marts_are_right",
        Gate.ROBUST,
        MENDED | changed("bi/shop/metrics/growth.yml", "periods: 1", "periods: 2"),
        ("holds_for_other_data",),
    ),
    Wrong(
        "learned-by-heart",
        "holds_for_other_data",
        Gate.ROBUST,
        changed(STG, "amount_cents / 100.0", "(cast(substr(order_id, 2) as integer) * 100 + 7) / 100.0"),
    ),
    Wrong("step-by-step", "no_model_is_slower", Gate.PERFORMANT, changed(STG, "/ 100.0", f"/ 100.0 + ({STEPS})")),
    Wrong("one-model-later", "cause_is_mended", Gate.PRODUCTION, changed(CONVERTED, "'o.amount'", "'o.amount / 10'")),
    Wrong(
        "only-a-warning",
        "tests_and_settings_are_untouched",
        Gate.PRODUCTION,
        MENDED | {FUTURE: "{{ config(severity='warn') }}\n" + FILES[FUTURE]},
    ),
    Wrong(
        "a-test-less",
        "tests_and_settings_are_untouched",
        Gate.PRODUCTION,
        MENDED | changed(MARTS, "          - not_null\n", ""),
    ),
    Wrong(
        "a-check-less",
        "tests_and_settings_are_untouched",
        Gate.PRODUCTION,
        MENDED | changed(CHECK, "> 0.01", "> 1000"),
    ),
    Wrong(
        "a-program-that-agrees",
        "tests_and_settings_are_untouched",
        Gate.PRODUCTION,
        MENDED | {"bi/explore.py": "print('agrees')\n"},
        too=("nothing_is_left_behind",),  # the tiny company has no such program
    ),
    Wrong(
        "a-column-more",
        "changed_columns_are_documented",
        Gate.PRODUCTION,
        changed(STG, "amount_cents / 100.0 as amount,", "amount_cents / 100.0 as amount, amount_cents as cents,"),
    ),
    Wrong("copy", "nothing_is_left_behind", Gate.PRODUCTION, MENDED | {"old_target/stg_orders.sql": FILES[STG]}),
    Wrong(
        "odd-copy", "nothing_is_left_behind", Gate.PRODUCTION, MENDED, command=r"""touch "$(printf 'old_\377.sql')" """
    ),
    Wrong("note", "nothing_is_left_behind", Gate.PRODUCTION, MENDED | {"SUMMARY.md": "Cents are cents again.\n"}),
]
RIGHT_OF_OTHER_TYPES = changed(STG, "amount_cents / 100.0", "cast(amount_cents as double) / 100") | changed(
    CONVERTED, "    o.ordered_at,\n", "    cast(o.ordered_at as timestamp_ms) as ordered_at,\n"
)
MORE_ROWS = {  # tests of cancelled orders remain, although the models that read them exclude these orders
    STG: FILES[STG].replace("where not is_test", "where not is_test or lower(status) = 'cancelled'")
}
RIGHT = {
    **changed(STG, "amount_cents / 100.0", "cast(amount_cents as double) / 100"),
    **changed(
        MARTS, "      - name: customer_id\n", "      - {name: order_id, description: x}\n      - name: customer_id\n"
    ),
    DATASET: BI[DATASET]
    .replace("aggregate: count\n  expression: order_id", "aggregate: sum\n  expression: 1")
    .replace("measures:\n", "measures:\n- {name: greatest, aggregate: max, expression: amount_eur}\n"),
    "docs/orders.md": "Amounts of orders are in whole units of their currency.\n",
}
NEW_COLUMN = {
    STG: FILES[STG].replace(
        "amount_cents / 100.0 as amount,", "amount_cents / 100.0 as amount, amount_cents as cents,"
    ),
    "models/staging/_orders.yml": """\
version: 2
models:
  - name: stg_orders
    columns: [{name: CENTS, description: The amount as it came.}]
""",
}


def run(task: Path, cache: Path, folder: Path) -> dict[str, Verdict]:
    """Run a job with all answers, and return the verdicts by agent."""
    agents = [part for agent in ("oracle", "nop", "counterfeit") for part in ("--agent", agent)]
    with closing(Headwater(folder, {**os.environ, "HEADWATER_HOME": str(cache)})) as headwater:
        completed = headwater("run", task, *agents, "--jobs", "2", "--out", folder / "job")
    assert completed.exit_code == 0, completed.err
    trials = list(JobFolder(folder / "job").finished())
    assert [trial.reason for trial in trials if not trial.status.is_evidence] == []
    return {trial.record.spec.agent: trial.verdict for trial in trials if trial.verdict}


def written(bases: Path, folder: Path) -> Path:
    """Write the task with its wrong answers and a right one."""
    lab, other = (Lab(Base(bases / name)) for name in ("clean", "other"))
    proof = prove(lab, CENTS, other)
    assert proof.refused == ""
    assert len(proof.failures) == 2
    [failure] = [each for each in proof.failures if REVENUE in each.test]
    chosen = choose(lab, proof, failure, BreakDifficulty.HARD)
    assert chosen is not None
    answers = [ProvenCounterfeit(wrong.name, wrong.check, wrong.gate, wrong.files) for wrong in WRONG]
    # agents can apply only the solution and wrong answers, so right answers are declared as wrong ones
    answers.append(ProvenCounterfeit("right", "Another right answer.", Gate.PRODUCTION, RIGHT))
    answers.append(ProvenCounterfeit("right-with-a-column", "Another one.", Gate.PRODUCTION, NEW_COLUMN))
    answers.append(ProvenCounterfeit("right-with-rows", "Another one.", Gate.PRODUCTION, MORE_ROWS))
    answers.append(ProvenCounterfeit("right-by-the-day", "Another one.", Gate.PRODUCTION, RIGHT_OF_OTHER_TYPES))
    write_task(lab, chosen, Answers(answers, [], {}), folder, other.base.digest)
    for wrong in WRONG:
        with (folder / chosen.id / "counterfeits" / wrong.name / "solve.sh").open("a") as script:
            script.write(f"{wrong.command}\n")
    return folder / chosen.id


def stop(verdict: Verdict) -> tuple[Gate | None, set[str]]:
    """Return the gate that stopped an answer, and the checks that failed."""
    failed = {check.name for check in verdict.checks if not check.passed}
    return (None if verdict.gates_cleared == len(Gate) else list(Gate)[verdict.gates_cleared]), failed


def test_each_check_is_failed_by_a_wrong_answer() -> None:
    checks = checks_of(BrokenTask(target="", failing=(), causes=()))
    assert {wrong.check for wrong in WRONG} == set(checks)


def test_wrong_answers_fail_their_check_and_stop_there_and_right_ones_clear(companies: Path, tmp_path: Path) -> None:
    """This is a single test, so that the job runs only once however tests are distributed to processes."""
    task = written(companies / "warehouse" / "bases", tmp_path)
    verdicts = run(task, companies, tmp_path)
    output = {
        agent: [check.message for check in verdict.checks if not check.passed] for agent, verdict in verdicts.items()
    }
    right: tuple[None, set[str]] = (None, set())
    assert {agent: stop(verdict) for agent, verdict in verdicts.items()} == {
        "oracle": right,
        "counterfeit:right": right,
        "counterfeit:right-with-a-column": right,
        "counterfeit:right-with-rows": right,
        "counterfeit:right-by-the-day": right,
        "nop": (Gate.FUNCTIONAL, {"reported_figures_are_exact"}),
        **{f"counterfeit:{wrong.name}": (wrong.gate, {wrong.check, *wrong.too, *wrong.unseen}) for wrong in WRONG},
    }, output
    assert "only_new_orders_are_added of fct_orders" in " ".join(output["counterfeit:orders-twice"])
    assert output["counterfeit:a-column-more"] == ["not documented: stg_orders.cents is new and not in its YAML"]
    native = {agent: verdicts[agent].native for agent in ("oracle", "counterfeit:right", "nop")}
    assert native == {
        "oracle": {"solved": 1.0, "tests_pass": 1.0},
        "counterfeit:right": {"solved": 1.0, "tests_pass": 1.0},
        "nop": {"solved": 0.0, "tests_pass": 0.0},
    }
    # all tests pass, although the amounts of orders are wrong
    assert verdicts["counterfeit:only-the-total"].native == {"solved": 0.0, "tests_pass": 1.0}
    assert verdicts["counterfeit:less-to-build"].native == {"solved": 0.0, "tests_pass": 0.0}
    assert_that_nothing_tells_what_was_changed(task, companies)


def assert_that_nothing_tells_what_was_changed(task: Path, home: Path) -> None:
    [snapshot] = [each for each in SnapshotStore(home).all() if task.name in each.manifest.label]
    layer, base = snapshot.workspaces
    assert files_of(layer) == files_of(base)
    assert {path.stat().st_mtime for path in (layer, *layer.rglob("*"))} == {base.stat().st_mtime}


def test_columns_must_be_in_the_yaml_of_their_relation_and_removed_ones_must_not() -> None:
    columns = {
        "model.shop.orders": Columns(added=("New",), dropped=("old", "older")),
        "snapshot.shop.history": Columns(added=("new",)),
    }
    models = "models: [{name: orders, columns: [{name: new}, {name: OLD}]}, {name: history, columns: [{name: new}]}]"
    assert undocumented(columns, [models, "models: [}"]) == [
        "orders.old is gone and still in its YAML",
        "history.new is new and not in its YAML",
    ]
    assert (
        undocumented(columns, [models.replace("OLD", "kept"), "snapshots: [{name: history, columns: [name: NEW]}]"])
        == []
    )


def test_yaml_that_is_large_only_by_aliases_takes_no_memory() -> None:
    text = f"a: &a {'x' * 300_000}\nmodels: [{{name: m, data_tests: [t: {{v: [{', '.join(['*a'] * 2000)}]}}]}}]\n"
    tracemalloc.start()
    try:
        assert lost_tests([FILES[MARTS]], {MARTS: FILES[MARTS], "models/other.yml": text}) == []
        assert tracemalloc.get_traced_memory()[1] < 50_000_000
    finally:
        tracemalloc.stop()
