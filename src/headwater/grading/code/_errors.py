"""Finds errors that are caught and ignored."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Sequence
from functools import partial
from itertools import zip_longest

from headwater.grading.code import _shell
from headwater.grading.code._python import FunctionNode, dotted, last_name, source_of, string, template, tree_of
from headwater.grading.code._source import Finding, Hit, Language, Source, language_of, report, words
from headwater.records import ServiceName
from headwater.services import SERVICES

KIND = "swallowed-error"

_BROAD = {"Exception", "BaseException"}
# If something is discarded anyway, nothing is lost when it fails to close.
_CLEANUP = words(
    "close aclose rollback cancel kill terminate shutdown disconnect unsubscribe unlink release stop flush"
)
# In `finally`, an error may be on its way already, and the failure of removing what is half done must not replace it.
_REMOVALS = {"shutil.rmtree", "rmtree", "os.remove", "os.rmdir"}
_REMOVING_SQL = re.compile(r"\s*(?:drop|rollback|unlock|select\s+pg_advisory_unlock)\b[^;]*;?\s*\Z", re.IGNORECASE)
_PROGRAM = r"curl|dbt|python[\d.]*"
"""Programs that belong to no engine and whose failure matters."""


def swallowed_errors(sources: Sequence[Source], services: Collection[ServiceName]) -> list[Finding]:
    """Finds handlers that catch everything and do nothing, and shell that continues after a failure.

    In Python, this is a bare `except`, `except Exception` or `suppress(Exception)` with an empty body, unless the block
    only closes something or, in `finally` or before a `raise`, removes something. In shell, it is `set +e` for the rest
    of a script that never looks at `$?`, or `|| true` after an engine's client, curl, dbt or Python.

    Args:
        sources: Files in the workspace.
        services: The engines whose clients count.

    Returns:
        Findings of kind `swallowed-error`.
    """
    clients = [re.escape(program) for name in sorted(services) for program in sorted(SERVICES[name].literals.programs)]
    return report(sources, partial(_detect, re.compile("|".join([_PROGRAM, *clients]))))


def _detect(programs: re.Pattern[str], path: str, text: str) -> list[Hit]:
    match language_of(path, text):
        case Language.PYTHON:
            return list(_python(tree_of(text)))
        case Language.SHELL:
            return list(_script(_shell.read(text), text, programs))
        case _:
            return []


def _python(tree: ast.Module) -> Iterator[Hit]:
    afterwards = set(_nodes_afterwards(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.TryStar) and not _only_cleans_up(node.body, id(node) in afterwards):
            for handler in node.handlers:
                if _is_broad(handler.type) and all(_does_nothing(statement) for statement in handler.body):
                    what = "except" if handler.type is None else f"except {source_of(handler.type)}"
                    excerpt = f"{what}: {source_of(handler.body[0])}"
                    yield Hit(handler.lineno, KIND, excerpt, f"'{what}' catches every error and drops it.")
        elif isinstance(node, ast.With | ast.AsyncWith) and not _only_cleans_up(node.body, id(node) in afterwards):
            for item in node.items:
                call = item.context_expr
                if not isinstance(call, ast.Call) or last_name(call.func) != "suppress":
                    continue
                if any(_is_broad(argument) for argument in call.args):
                    message = f"'{source_of(call)}' catches every error and drops it."
                    yield Hit(node.lineno, KIND, "suppress", message)


def _is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(_is_broad(item) for item in caught.elts)
    return caught is None or last_name(caught) in _BROAD


def _does_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant) and (
            statement.value.value is Ellipsis or string(statement.value) is not None
        )
    return isinstance(statement, ast.Pass | ast.Continue)


def _nodes_afterwards(tree: ast.Module) -> Iterator[int]:
    """Yield the ids of the nodes in `finally` blocks, and in handlers that raise at their end."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.TryStar):
            raising = (handler.body for handler in node.handlers if isinstance(handler.body[-1], ast.Raise))
            for statement in (*node.finalbody, *(each for body in raising for each in body)):
                if not isinstance(statement, FunctionNode | ast.ClassDef):
                    yield from map(id, ast.walk(statement))


def _only_cleans_up(body: list[ast.stmt], afterwards: bool) -> bool:
    for statement in body:
        value = statement.value if isinstance(statement, ast.Expr) else None
        value = value.value if isinstance(value, ast.Await) else value
        if not isinstance(value, ast.Call):
            return False
        if last_name(value.func) not in _CLEANUP and not (afterwards and _removes(value)):
            return False
    return True


def _removes(call: ast.Call) -> bool:
    """Return whether a call removes files, or runs one statement of SQL that removes or unlocks something."""
    values = [*call.args, *(each.value for each in call.keywords)]
    if not call.args or any(isinstance(node, ast.Call) for value in values for node in ast.walk(value)):
        return False
    if dotted(call.func) in _REMOVALS:
        return True
    built = template(call.args[0])
    text = string(call.args[0]) if built is None else built.text
    return text is not None and _REMOVING_SQL.match(text) is not None


def _script(script: _shell.Script, text: str, programs: re.Pattern[str]) -> Iterator[Hit]:
    commands = script.commands
    switches = [command for command in commands if command.words[:1] == ["set"]]
    off = [index for index, command in enumerate(switches) if command.words == ["set", "+e"]]
    restored = bool(off) and any(_stops_on_errors(command) for command in switches[off[-1] :])
    if off and not restored and "$?" not in text and "PIPESTATUS" not in text:
        message = "'set +e' lets the script carry on after every failure."
        yield Hit(switches[off[-1]].line, KIND, "set +e", message)
    yield from _forced_successes(commands, programs)


def _stops_on_errors(command: _shell.SimpleCommand) -> bool:
    options = command.words[1:]
    return any(re.fullmatch(r"-\w*e\w*", option) for option in options) or "errexit" in options


def _forced_successes(commands: list[_shell.SimpleCommand], programs: re.Pattern[str]) -> Iterator[Hit]:
    pipeline: list[_shell.SimpleCommand] = []
    for command, following in zip_longest(commands, commands[1:]):
        pipeline.append(command)
        if command.operator in ("|", "|&"):
            continue
        forced = following is not None and following.words in (["true"], [":"])
        if command.operator == "||" and forced:
            for program in (member.program for member in pipeline):
                if programs.fullmatch(program):
                    excerpt = " ".join(command.words)
                    yield Hit(command.line, KIND, excerpt, f"'|| true' hides the failure of {program}.")
        pipeline = []
