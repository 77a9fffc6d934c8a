from __future__ import annotations

from pathlib import Path

import pytest

from headwater.policy import Policy
from headwater.records import Gate
from headwater.tasks import LintFinding, lint_task, read_task

from .conftest import TASK_TOML, put


def lint(folder: Path, word: str) -> list[LintFinding]:
    """Return the findings whose message contains a word."""
    return [finding for finding in lint_task(read_task(folder), Policy()) if word in finding.message]


def checks_of(count: int) -> str:
    return "\n".join(
        f'@{gate}\ndef {gate}_{n}(graded) -> Result:\n    """It holds."""\n' for gate in Gate for n in range(count)
    )


@pytest.mark.parametrize(
    ("tier", "count", "findings"),
    [
        ("tier-1", 2, 5),
        ("tier-1", 3, 0),
        ("tier-1", 5, 0),
        ("tier-1", 6, 5),
        ("tier-2", 4, 5),
        ("tier-2", 5, 0),
        ("tier-2", 10, 0),
        ("tier-2", 11, 5),
        ("tier-3", 9, 5),
        ("tier-3", 10, 0),
        ("tier-3", 30, 0),
    ],
)
def test_a_tier_has_its_number_of_checks_in_each_gate(folder: Path, tier: str, count: int, findings: int) -> None:
    put(folder, "task.toml", TASK_TOML.replace("tier-1", tier))
    put(folder, "checks.py", checks_of(count))

    assert len(lint(folder, "task checks in gate")) == findings


def test_a_gate_without_checks_is_found(folder: Path) -> None:
    assert LintFinding(Path("checks.py"), None, "task checks in gate correct: 0; tier-1 wants 3 to 5") in lint_task(
        read_task(folder), Policy()
    )


def test_three_counterfeits_are_enough_and_two_are_not(folder: Path) -> None:
    assert lint(folder, "counterfeits: 2")
    put(folder, "counterfeits/third/counterfeit.toml", 'gate = "correct"\nwhy = "It is wrong."\n')
    put(folder, "counterfeits/third/solve.sh", "true\n")

    assert not lint(folder, "counterfeits: ")


def test_a_counterfeit_says_why_it_is_wrong(folder: Path) -> None:
    put(folder, "counterfeits/appends/counterfeit.toml", 'gate = "correct"\nwhy = " "\n')

    (finding,) = lint(folder, "why is empty")
    assert finding.file == Path("counterfeits/appends/counterfeit.toml")


def test_the_suite_decides_the_number_of_alternatives(folder: Path) -> None:
    task = read_task(folder)
    assert not [finding for finding in lint_task(task, Policy()) if "alternatives" in finding.message]
    assert LintFinding(
        Path("alternatives"), None, "alternatives: 1; write at least 2 right solutions of another architecture"
    ) in lint_task(task, Policy(alternatives=2))
    put(folder, "alternatives/as-a-view/alternative.toml", 'why = "A view."\n')
    put(folder, "alternatives/as-a-view/solve.sh", "true\n")
    assert not [each for each in lint_task(read_task(folder), Policy(alternatives=2)) if "alternatives" in each.message]


def test_the_suite_limits_the_length_of_the_baseline_prompt(folder: Path) -> None:
    put(folder, "instruction.md", "Make the orders\nright. " * 30)
    put(folder, "instruction.informed.md", "Make the orders right. " * 300)
    assert not [finding for finding in lint_task(read_task(folder), Policy()) if "words" in finding.message]
    assert not [
        each for each in lint_task(read_task(folder), Policy(prompt_words=(120, 1, 1))) if "words" in each.message
    ]
    assert LintFinding(
        Path("instruction.md"),
        None,
        "120 words, and tier-1 allows 119; say what the user wants and why, and no more",
    ) in lint_task(read_task(folder), Policy(prompt_words=(119, 200, 200)))


def test_an_alternative_describes_its_architecture(folder: Path) -> None:
    put(folder, "alternatives/streams/alternative.toml", 'why = " "\n')

    (finding,) = lint(folder, "which other architecture it is")
    assert finding.file == Path("alternatives/streams/alternative.toml")


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ('right(graded) -> Result:\n    """It holds."""', None),
        ("right(graded) -> Result:\n    return 1", "has no docstring"),
        ('right(graded):\n    """It holds."""', "has no return annotation"),
        ('right() -> Result:\n    """It holds."""', "must have one parameter"),
        ('right(graded, other) -> Result:\n    """It holds."""', "must have one parameter"),
        ('right(graded, *, other) -> Result:\n    """It holds."""', "must have one parameter"),
        ('right(*graded) -> Result:\n    """It holds."""', "must have one parameter"),
    ],
)
def test_the_shape_of_a_check(folder: Path, signature: str, message: str | None) -> None:
    put(folder, "checks.py", f"\n@correct\ndef {signature}\n")

    findings = lint(folder, "check right ")

    if message is None:
        assert findings == []
    else:
        assert [(each.file, each.line) for each in findings] == [(Path("checks.py"), 3)]
        assert message in findings[0].message


def test_checks_of_a_helper_run_if_a_star_imports_it(folder: Path) -> None:
    put(folder, "_right.py", "\n@correct\ndef right(graded) -> Result:\n    return 1\n")
    put(folder, "checks.py", "from _right import right\n")

    assert lint(folder, "check right ") == [
        LintFinding(Path("_right.py"), 3, "check right does not count; put `from _right import *` in checks.py")
    ]

    put(folder, "checks.py", "from _right import *\n")
    (finding,) = lint(folder, "check right ")
    assert (finding.file, finding.line) == (Path("_right.py"), 3)
    assert "has no docstring" in finding.message


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ('"SELECT count(*) FROM mart.daily"', "table 'mart.daily'"),
        ('"select 1 from shop.orders o join mart.daily as d on o.id = d.id"', "table 'mart.daily'"),
        ('"SELECT * FROM shop.orders o, mart.daily d WHERE o.id = d.id"', "table 'mart.daily'"),
        ('"""\n  -- the newest\n  SELECT max(day)\n  FROM\n    mart.daily"""', "table 'mart.daily'"),
        ('\'SELECT * FROM "mart"."daily"\'', "table 'mart.daily'"),
        ('"WITH d AS (SELECT * FROM mart.daily) SELECT * FROM d"', "table 'mart.daily'"),
        ('"DESCRIBE TABLE mart.daily"', "table 'mart.daily'"),
        ('"INSERT INTO mart.daily VALUES (1)"', "table 'mart.daily'"),
        ('f"SELECT {column} FROM mart.daily"', "table 'mart.daily'"),
        ('"mart.daily"', "table 'mart.daily'"),
        ('g.clickhouse.has_table("daily")', "table 'daily'"),
        ('g.postgres.columns("daily")', "table 'daily'"),
        ('"/api/daily"', "path '/api/daily'"),
        ('"/api/daily?limit=5"', "path '/api/daily'"),
        ('f"/api/daily/{day}"', "path '/api/daily'"),
        ('f"/api/daily/by{unit}"', "path '/api/daily'"),
        ('"daily.py"', "file 'daily.py'"),
        ('"/workspace/models/daily.sql"', "file 'models/daily.sql'"),
    ],
)
def test_a_name_that_is_nowhere_is_found(folder: Path, expression: str, name: str) -> None:
    put(folder, "checks.py", f"def check(g):\n    return run({expression})\n")

    (finding,) = lint(folder, "name it there")

    assert finding.message.startswith(f"{name} is not in instruction.md nor in instruction.informed.md")
    assert (finding.file, finding.line) == (Path("checks.py"), 2)


@pytest.mark.parametrize(
    "expression",
    [
        '"SELECT count(*) FROM mart.orders"',
        '"SELECT count(*) FROM MART.Orders"',
        '"SELECT o.id FROM mart.orders o WHERE o.a IS DISTINCT FROM o.b"',
        '"SELECT s.a FROM mart.orders m JOIN shop.orders s ON m.a IS DISTINCT FROM s.a"',
        '"WITH d AS (SELECT 1) SELECT 1 FROM mart.orders WHERE a IS DISTINCT FROM d.a"',
        '"SELECT extract(day FROM o.at) FROM mart.orders o"',
        '"SELECT 1 FROM orders WHERE a IS DISTINCT FROM orders.b"',
        '"SELECT * FROM system.parts"',
        '"SELECT * FROM information_schema.columns"',
        '"SELECT * FROM pg_catalog.pg_class JOIN pg_toast.x ON true"',
        'g.postgres.has_table("pg_indexes")',
        'f"SELECT * FROM mart.{table}"',
        'f"SELECT * FROM mart.daily_{suffix}"',
        'f"expected rows from mart.daily, got {count}"',
        '"mart.daily should come from shop.daily"',
        '"load.sql"',
        '"see daily.py"',
        'Consumer({"bootstrap.servers": brokers, "group.id": "orders"})',
        '"daily"',
        '"api/daily"',
    ],
)
def test_known_words_are_not_findings(folder: Path, expression: str) -> None:
    put(
        folder,
        "checks.py",
        f'"""From mart.daily."""\n\ndef check(g):\n    """mart.daily"""\n    run({expression})\n',
    )

    assert lint(folder, "name it there") == []


def test_a_table_that_the_checks_make_is_known(folder: Path) -> None:
    statements = "create table if not exists kept.notes (n int)", "select n from kept.notes"
    put(folder, "checks.py", f"STATEMENTS = {statements!r}\n")

    assert lint(folder, "name it there") == []


def test_a_longer_name_does_not_hold_a_shorter_one(folder: Path) -> None:
    put(folder, "checks.py", "x = ['mart.order', '/api/order', 'oad.sql']\n")
    for name in ("instruction.md", "instruction.informed.md"):
        put(folder, name, "mart.orders, smart.order, /api/orders, load.sql\n")

    assert len(lint(folder, "name it there")) == 3


def test_a_name_in_one_instruction_only_is_missing_from_the_other(folder: Path) -> None:
    put(folder, "checks.py", "PATH = '/api/daily'\n")
    put(folder, "instruction.informed.md", "Serve http://localhost:8000/api/daily.\n")

    (finding,) = lint(folder, "name it there")
    assert finding.message.startswith("path '/api/daily' is not in instruction.md, and not in workspace/")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("workspace/docs/notes.txt", "mart.daily, /api/daily and daily.py"),
        ("seed/03_postgres.sql", "-- mart.daily, /api/daily and daily.py"),
    ],
)
def test_a_name_in_the_environment_is_known(folder: Path, name: str, content: str) -> None:
    put(folder, "checks.py", "NAMES = ['mart.daily', '/api/daily', 'daily.py']\n")
    assert len(lint(folder, "name it there")) == 3
    put(folder, name, content)

    assert lint(folder, "name it there") == []


def test_a_file_in_the_workspace_is_known_by_its_path(folder: Path) -> None:
    put(folder, "checks.py", "NAMES = ['daily.py', 'models/daily.sql']\n")
    put(folder, "workspace/daily.py", "")
    put(folder, "workspace/models/daily.sql", "")

    assert lint(folder, "name it there") == []


def test_a_name_in_a_binary_file_is_not_known(folder: Path) -> None:
    put(folder, "checks.py", "NAME = 'mart.daily'\n")
    (folder / "workspace/data.bin").write_bytes(b"\0 mart.daily \0")

    assert lint(folder, "name it there")


def test_a_name_in_a_helper_is_needed_too(folder: Path) -> None:
    put(folder, "_helpers.py", "\nNAME = 'mart.daily'\n")

    (finding,) = lint(folder, "name it there")
    assert (finding.file, finding.line) == (Path("_helpers.py"), 2)


@pytest.mark.parametrize("file", ["instruction.md", "instruction.informed.md"])
@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Headwater will look at it.", "Headwater"),
        ("It must pass all checks.", "checks"),
        ("The hidden check reads the table.", "hidden check"),
        ("There are five gates.", "five gates"),
        ("The answer has to clear each gate.", "clear each gate"),
        ("Your work is graded afterwards.", "graded"),
        ("Mind the grading.", "grading"),
        ("Hidden tests read the table.", "Hidden tests"),
        ("The tests that score this run twice.", "tests that score"),
        ("You will be scored on it.", "You will be scored"),
    ],
)
def test_an_instruction_does_not_reveal_how_it_is_measured(folder: Path, file: str, text: str, phrase: str) -> None:
    put(folder, file, f"Fill mart.orders.\n{text}\n")

    findings = lint(folder, "how it is measured")

    assert findings
    assert {(each.file, each.line) for each in findings} == {(Path(file), 2)}
    assert any(repr(phrase) in each.message for each in findings)


@pytest.mark.parametrize(
    "text",
    [
        "Add the check constraint, and check that dbt's own tests pass.",
        "The health checks and data quality checks run hourly.",
        "Store the credit score of each user.",
        "Make it production-grade; aggregate the upgrades.",
        "How many gates did we have in Gdynia?",
    ],
)
def test_words_of_the_work_itself_are_fine(folder: Path, text: str) -> None:
    put(folder, "instruction.md", f"Fill mart.orders.\n{text}\n")

    assert lint(folder, "how it is measured") == []
