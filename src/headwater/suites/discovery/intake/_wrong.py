"""Generates wrong solutions to a question, with other files, a changed program, or a different form of the answer."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import NamedTuple

from headwater.suites.discovery.scoring import strict_difference

_SWAPPED = {
    "count": "nunique",
    "max": "min",
    "mean": "median",
    "median": "mean",
    "min": "max",
    "nunique": "count",
    "std": "var",
    "sum": "mean",
    "var": "std",
    "idxmax": "idxmin",
    "idxmin": "idxmax",
}
_OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Gt: ast.Lt,
    ast.GtE: ast.Lt,
    ast.Lt: ast.Gt,
    ast.LtE: ast.Gt,
}
_MOST = 6
"""The maximum number of changed programs to try."""


class WrongProgram(NamedTuple):
    """A changed program, which may give a wrong answer."""

    name: str
    why: str
    program: str


class WrongAnswer(NamedTuple):
    """A wrong answer with the same digits as the right one."""

    name: str
    why: str
    answer: str


def wrong_programs(program: str) -> list[WrongProgram]:
    """Return programs that differ from the right one in one step, such as another aggregate or an inverted filter."""
    found = {each.program: each for each in _changed_programs(ast.parse(program)) if each.program != program}
    return list(found.values())[:_MOST]


def _changed_programs(tree: ast.Module) -> Iterator[WrongProgram]:
    for number, node in enumerate(ast.walk(tree)):
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _SWAPPED:
                other = _SWAPPED[name]
                why = f"it takes the {other} and not the {name}"
                yield WrongProgram(f"{other}-for-{name}-{number}", why, _with(tree, number, _renamed(node, other)))
            case ast.Subscript(value=table, slice=ast.Compare() | ast.BinOp() | ast.UnaryOp() | ast.Call()):
                yield WrongProgram(f"no-filter-{number}", "it forgets a filter", _with(tree, number, table))
            case ast.Compare(left=left, ops=[operator], comparators=others) if type(operator) in _OPPOSITE:
                turned = ast.Compare(left, [_OPPOSITE[type(operator)]()], others)
                yield WrongProgram(f"other-rows-{number}", "it takes the other rows", _with(tree, number, turned))
            case _:
                pass


def _renamed(call: ast.Call, name: str) -> ast.Call:
    changed = copy.deepcopy(call)
    assert isinstance(changed.func, ast.Attribute)
    changed.func.attr = name
    return changed


def _with(tree: ast.Module, number: int, other: ast.expr) -> str:
    """Return the program with one node replaced. Nodes are numbered in the order of ``ast.walk``."""
    changed = copy.deepcopy(tree)
    node_to_change = next(node for place, node in enumerate(ast.walk(changed)) if place == number)

    class Replacing(ast.NodeTransformer):
        def visit(self, node: ast.AST) -> ast.AST:
            return copy.deepcopy(other) if node is node_to_change else self.generic_visit(node)

    return f"{ast.unparse(ast.fix_missing_locations(Replacing().visit(changed)))}\n"


def wrong_words(answer: str, guidelines: str) -> list[WrongAnswer]:
    """Return wrong answers: the digits of the right answer with another unit, or with too few decimals."""
    digits = answer.removesuffix("%")
    percent = "%" if digits != answer else ""
    _, _, decimals = digits.partition(".")
    tries = [
        WrongAnswer("other-unit", "the unit is another one", digits if percent else f"{digits}%"),
        WrongAnswer(
            "thousands", "it is a thousandth of the answer", f"{float(digits) / 1000:.{len(decimals) + 3}f}{percent}"
        ),
    ]
    if decimals:
        short = f"{float(digits):.{len(decimals) - 1}f}{percent}"
        tries.append(WrongAnswer("rounded-too-far", "it has fewer digits than were asked for", short))
    return [each for each in tries if strict_difference(each.answer, answer, guidelines)]
