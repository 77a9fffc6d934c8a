"""The smallest programs that compute a value."""

from __future__ import annotations

import ast

import pytest

from headwater.suites.discovery.anchors._program import statements_of
from headwater.suites.discovery.anchors._shown import printing_functions, shown_by
from headwater.suites.discovery.anchors._slices import slices_of
from headwater.suites.discovery.lake import Cell

READ = "import pandas as pd\nt = pd.read_csv('/data/tides/2024.csv')\n"


def slices(*cells: str, expression: str) -> list[list[str]]:
    """Return the slices of an expression that these cells show."""
    statements = statements_of([Cell(number, source) for number, source in enumerate(cells, start=1)])
    functions = printing_functions(statements)
    for place, statement in enumerate(statements):
        for shown in shown_by(statement, functions):
            if ast.unparse(shown.expression) == expression:
                return [list(lines) for lines in slices_of(statements, place, shown)]
    raise AssertionError(f"{expression} is not shown")


def smallest(*cells: str, expression: str) -> str:
    return "\n".join(slices(*cells, expression=expression)[0])


def test_statements_that_the_value_does_not_need_are_left_out() -> None:
    cells = (
        "import pandas as pd, numpy as np\nimport matplotlib.pyplot as plt",
        "%matplotlib inline\npd.set_option('display.width', 80)\nplt.rcParams['figure.dpi'] = 80",
        "t = pd.read_csv('../input/tides/2024.csv')  # metres\nother = pd.read_csv('/kaggle/input/ports/ports.csv')",
        "t.head()\nplt.plot(t.height)\nprint(len(other))",
        "t.height.mean()",
    )
    assert smallest(*cells, expression="t.height.mean()") == READ.rstrip()


def test_only_used_names_of_an_import_are_kept() -> None:
    cells = ("from math import pi, sqrt as root, tau\nimport os, json", "x = root(2)", "x")
    assert smallest(*cells, expression="x") == "from math import sqrt as root\nx = root(2)"


@pytest.mark.parametrize(
    "change",
    [
        "t['height'] = t['height'] * 100",
        "t.loc[t.height < 0, 'height'] = 0",
        "t.columns = ['height']",
        "t.drop(columns='a', inplace=True)",
        "t.height.fillna(0, inplace=True)",
        "t.sort_values('height', inplace=True)",
        "t.insert(0, 'b', 1)",
        "del t['a']",
        "a = t.pop('a')",
        "other = t\nother.drop(columns='a', inplace=True)",
        "def clean(d):\n    d.drop(columns='a', inplace=True)\nclean(t)",
        "for name in ['a', 'b']:\n    t.drop(columns=name, inplace=True)",
        "if len(t) > 3:\n    t = t[t.height > 1]",
        "t = t.dropna()",
        "t.custom()",
        "t.setdefault('a', []).append(3)",
        "for one in [t]:\n    one.drop(columns='a', inplace=True)",
        "tables = {'t': t}\nfor name, one in tables.items():\n    one.drop(columns='a', inplace=True)",
        "tables = [t]\none = tables[0]\none.drop(columns='a', inplace=True)",
    ],
)
def test_statements_that_change_the_table_are_kept(change: str) -> None:
    assert smallest(READ, change, "t.height.mean()", expression="t.height.mean()") == f"{READ}{change}"


@pytest.mark.parametrize(
    "change",
    [
        "u = t.copy()\nu.drop(columns='a', inplace=True)",
        "t.height.plot()",
        "t.sort_values('height')",
        "pd.DataFrame({'a': t.a}).shift(1)",
        "pd.DataFrame({'a': t.a})",
        "t = t",
    ],
)
def test_statements_that_change_something_else_are_left_out(change: str) -> None:
    found = smallest(READ, change, "t.height.mean()", expression="t.height.mean()")
    assert found in (READ.rstrip(), f"{READ}t = t")


def test_a_change_after_the_use_does_not_count() -> None:
    assert smallest(READ, "t.height.max()", "t.drop(columns='height', inplace=True)", expression="t.height.max()") == (
        READ.rstrip()
    )


def test_an_unused_new_column_is_only_in_the_larger_slice() -> None:
    cells = (READ, "t['cm'] = t.height * 100\nt['dm'] = t.cm / 10", "t.dropna().height.mean()")
    small, large = slices(*cells, expression="t.dropna().height.mean()")
    assert "\n".join(small) == READ.rstrip()
    assert "\n".join(large) == f"{READ}t['cm'] = t.height * 100\nt['dm'] = t.cm / 10"
    cells = (READ, "t['cm'] = t.height * 100\nt['dm'] = t.cm / 10", "t.groupby('dm').height.mean()")
    assert len(slices(*cells, expression="t.groupby('dm').height.mean()")) == 1


def test_globals_that_a_function_reads_are_kept() -> None:
    cells = ("def scaled(x):\n    return x * FACTOR", "FACTOR = 3\nOTHER = 4", "y = scaled(2)\ny")
    assert smallest(*cells, expression="y") == "def scaled(x):\n    return x * FACTOR\nFACTOR = 3\ny = scaled(2)"


def test_a_seed_is_kept_where_numbers_are_random() -> None:
    cells = ("import numpy as np\nnp.random.seed(1)", "print(np.mean([1, 2]))", "print(np.random.rand())")
    assert "seed" not in smallest(*cells, expression="np.mean([1, 2])")
    assert "np.random.seed(1)" in smallest(*cells, expression="np.random.rand()")


def test_a_change_of_folder_is_kept() -> None:
    cells = ("import os\nos.chdir('/data/tides')", "n = open('a.csv').read()", "n")
    assert smallest(*cells, expression="n") == "import os\nos.chdir('/data/tides')\nn = open('a.csv').read()"


def test_values_that_a_loop_prints_are_collected() -> None:
    cells = (READ, "for name in ['a', 'b']:\n    x = t[name].mean()\n    print(f'{name}: {x:.2f} of', t[name].max())")
    assert smallest(*cells, expression="shown") == (
        f"{READ}shown = []\nfor name in ['a', 'b']:\n    x = t[name].mean()\n    shown.append((x, t[name].max()))"
    )


def test_values_that_a_function_prints_are_collected() -> None:
    cells = (READ, "def report(d):\n    print('mean', d.height.mean())", "report(t)")
    assert smallest(*cells, expression="shown") == (
        f"{READ}def report(d):\n    shown.append((d.height.mean(),))\nshown = []\nreport(t)"
    )


@pytest.mark.parametrize(
    ("printed", "expressions"),
    [
        ("print('x', a, 3, b.c)", ["a", "b.c"]),
        ("print(f'{a:.2f} of {b!r}')", ["a", "b"]),
        ("print('x ' + str(a) + ' ' + f'{b}')", ["a", "b"]),
        ("print('%d of %s' % (a, b))", ["a", "b"]),
        ("print('{} {x}'.format(a, x=b))", ["a", "b"]),
        ("display(a)", ["a"]),
        ("print(a + b)", ["a + b"]),
        ("a", ["a"]),
        ("a = 3", []),
    ],
)
def test_shown_expressions_are_found(printed: str, expressions: list[str]) -> None:
    (statement,) = statements_of([Cell(1, printed)])
    assert [ast.unparse(each.expression) for each in shown_by(statement, {})] == expressions


def test_a_value_in_the_middle_of_a_cell_is_not_shown() -> None:
    first, _ = statements_of([Cell(1, "a.head()\nb")])
    assert list(shown_by(first, {})) == []
