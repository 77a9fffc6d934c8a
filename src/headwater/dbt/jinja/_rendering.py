"""Runs one rendering: resolves the names that templates use, and records them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from types import TracebackType
from typing import Any, Protocol

import jinja2
from jinja2.exceptions import SecurityError
from jinja2.utils import missing

from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._resources import Macro, Node, NodeKind, Reference
from headwater.dbt.jinja._budget import OverBudgetError, RenderingBudget
from headwater.dbt.jinja._names import RenderableProject
from headwater.dbt.jinja._plain import Piece, TemplateCall, join_plain, read_plain
from headwater.dbt.jinja._relation import Relation, quote_character, written
from headwater.dbt.jinja._rendered import Rendered
from headwater.dbt.jinja._sandbox import LineMap, TemplateNames, split_marks
from headwater.dbt.jinja._signals import UNRESOLVED, CompilerError, Returned, WarehouseError

_MAX_NESTED = 60


class Functions(Protocol):
    """The functions and objects that dbt provides to the templates of one rendering."""

    def get(self, name: str, default: Any = None) -> Any:
        """Return a function, object or constant by its name."""

    def substitute(self, package: str, name: str) -> Any:
        """Return Headwater's replacement for a macro from dbt or from a missing package, or None if there is none."""


class Templates(Protocol):
    """Compiles templates and macros, and provides the columns of relations as well as dbt's functions."""

    @property
    def project(self) -> RenderableProject:
        """The project whose templates are rendered."""

    @property
    def columns(self) -> Callable[[Node], Sequence[str] | None]:
        """A function that returns the columns of a node, if they are known."""

    def functions(self, rendering: Rendering) -> Functions:
        """Return the functions and objects that dbt provides to the templates of a rendering."""

    def compile(self, text: str, file: str, package: str) -> jinja2.Template:
        """Compile a template."""

    def macro(self, macro: Macro) -> Any:
        """Return a macro as a function."""

    def nested(self, text: str, package: str) -> str:
        """Render a text within the current rendering."""


class Rendering:
    """The rendering of one template, including everything that dbt's functions record while it is rendered."""

    def __init__(self, renderer: Templates, node: Node, execute: bool) -> None:
        self.renderer = renderer
        self.project: RenderableProject = renderer.project
        self.node = node
        self.execute: bool = execute
        self.result = Rendered()
        self._depth = 0
        self._referred: dict[str, Node] = {}
        self._line: int | None = None

    def run(self, text: str, budget: RenderingBudget) -> Rendered:
        """Render the template. Errors in the template become problems.

        Raises:
            WarehouseError: The template queries the warehouse.
        """
        try:
            pieces = read_plain(text)
            joined = None if pieces is None else self._joined(pieces)
            if joined is not None:
                self.result.sql, self.result.lines = joined
                return self.result
            template = self.renderer.compile(text, self.node.place.file, self.node.package)
            marked_text = self._output(template, budget)
        except WarehouseError as error:
            error.introspected = self.result.introspected
            raise
        except Returned as returned:
            marked_text = str(returned.value)
        except jinja2.TemplateSyntaxError as error:
            self._fail(
                error.message or "does not parse", Location(error.filename or self.node.place.file, error.lineno)
            )
            return self.result
        except (OverBudgetError, CompilerError, jinja2.TemplateError, SecurityError) as error:
            self._fail(str(error), _raised_at(error.__traceback__, self.node.place))
            return self.result
        except RecursionError as error:
            self._fail("nests or recurs too deeply", _raised_at(error.__traceback__, self.node.place))
            return self.result
        except Exception as error:  # noqa: BLE001 - the template's own mistake: Jinja lets through what its filters raise
            self._fail(f"{type(error).__name__}: {error}"[:300], _raised_at(error.__traceback__, self.node.place))
            return self.result
        self.result.sql, self.result.lines = split_marks(marked_text)
        return self.result

    @cached_property
    def _functions(self) -> Functions:
        return self.renderer.functions(self)

    def _joined(self, pieces: list[Piece]) -> tuple[str, LineMap] | None:
        """Render a template without Jinja, or return None if one of its names is not a function or macro."""
        rendered: list[tuple[str, int, bool]] = []
        try:
            for piece in pieces:
                if isinstance(piece.content, str):
                    rendered.append((piece.content, piece.line, True))
                    continue
                self._line = piece.line
                function = self._function(piece.content.function)
                if function is None:
                    # Jinja renders the template again, so nothing that was recorded so far counts.
                    self.result = Rendered()
                    return None
                args = map(self._argument, piece.content.args)
                kwargs = {name: self._argument(value) for name, value in piece.content.kwargs.items()}
                rendered.append((str(function(*args, **kwargs)), piece.line, False))
        finally:
            self._line = None
        return join_plain(rendered)

    def _argument(self, value: Any) -> Any:
        if not isinstance(value, TemplateCall):
            return value
        function = self._function(value.function)
        assert function is not None, "ref and source are dbt's own"
        return function(*value.args, **value.kwargs)

    def _function(self, name: str) -> Callable[..., Any] | None:
        """Return the function that a plain template calls by this name, or None if there is none."""
        if name == "this":
            return lambda: self.relation(self.node)
        package, _, inner = name.rpartition(".")
        found = self.find(package or inner, self.node.package)
        if package:
            found = found.lookup(inner) if isinstance(found, Namespace) else missing
        return found if callable(found) and not isinstance(found, type) else None

    def _output(self, template: jinja2.Template, budget: RenderingBudget) -> str:
        chunks = []
        for chunk in template.root_render_func(template.new_context({})):
            budget.text(len(chunk))
            chunks.append(chunk)
        return "".join(chunks)

    def _fail(self, message: str, place: Location) -> None:
        self.result.failed = True
        self.result.problems.append(Problem(ProblemKind.JINJA, place, f"Jinja: {message}", self.node.unique_id))

    # the names that templates use

    def find(self, name: str, package: str) -> Any:
        """Return the value of a name in a template.

        The package's own macros are searched first, then the root project's macros, dbt's functions, and the package
        names.
        """
        for owner in dict.fromkeys((package, self.project.name)):
            macro = self.project.macro(name, owner)
            if macro is not None:
                return self.callable(macro)
        found = self._functions.get(name, missing)
        if found is not missing:
            return found
        if name in self.project.packages():
            return Namespace(name, self)
        return missing

    def callable(self, macro: Macro) -> Callable[..., Any]:
        """Return a function that calls a macro and returns what the macro returns or, by default, the rendered text."""

        def call(*args: Any, **kwargs: Any) -> Any:
            self._depth += 1
            if self._depth > _MAX_NESTED:
                raise OverBudgetError(f"calls macros more than {_MAX_NESTED} deep, last {macro.name}")
            self.result.macros.add(macro.unique_id)
            try:
                function = self.renderer.macro(macro)
                if function is None:
                    return self.gap(f"{macro.package}.{macro.name}")
                return function(*args, **kwargs)
            except Returned as returned:
                return returned.value
            finally:
                self._depth -= 1

        return call

    def dispatched(self, name: str, namespace: str | None) -> Any:
        """Return the macro that ``adapter.dispatch`` selects."""
        adapter = self.project.target.type
        parents = {"redshift": ["postgres"], "databricks": ["spark"]}.get(adapter, [])
        order = self.project.dispatch_order(namespace) if namespace else [self.project.name]
        for package in dict.fromkeys((*order, self.node.package)):
            for prefix in (adapter, *parents, "default"):
                macro = self.project.macro(f"{prefix}__{name}", package)
                if macro is not None:
                    return self.callable(macro)
        substitute = self.substitute(namespace or "dbt", name)
        return (lambda *_, **__: self.gap(f"{namespace or 'dbt'}.{name}")) if substitute is None else substitute

    def substitute(self, package: str, name: str) -> Any:
        """Return Headwater's replacement for a macro from dbt or from a package that is not installed."""
        return self._functions.substitute(package, name)

    # the records that functions make

    def place(self) -> Location:
        """Return the current location in the node's own template."""
        if self._line is not None:
            return Location(self.node.place.file, self._line)
        line = next((line for file, line in _template_frames() if file == self.node.place.file), self.node.place.line)
        return Location(self.node.place.file, line)

    def problem(self, kind: ProblemKind, message: str) -> None:
        """Record a problem at the current location, once."""
        problem = Problem(kind, self.place(), message, self.node.unique_id)
        if problem not in self.result.problems:
            self.result.problems.append(problem)

    def gap(self, name: str) -> str:
        """Record that a macro does not exist, and return a placeholder for its result."""
        package = name.split(".")[0] if "." in name else ""
        hint = f"; run `dbt deps` to install {package}" if package and package not in self.project.packages() else ""
        self.problem(ProblemKind.MACRO, f"macro {name} does not exist{hint}")
        return UNRESOLVED + "".join(character if character.isalnum() else "_" for character in name)

    def nested(self, text: str) -> str:
        """Render the text of a variable within this rendering."""
        self._depth += 1
        if self._depth > _MAX_NESTED:
            raise OverBudgetError("has endlessly nested variables")
        try:
            return self.renderer.nested(text, self.node.package)
        finally:
            self._depth -= 1

    def ask_warehouse(self, what: str) -> Any:
        """Return an undefined value instead of the warehouse's answer, as dbt does while parsing.

        Raises:
            WarehouseError: ``execute`` is true, so the template expects a warehouse.
        """
        if self.execute:
            raise WarehouseError(f"{what} asks the warehouse; rendered as dbt does while parsing", self.place())
        return jinja2.ChainableUndefined(name=what)

    def refer(self, reference: Reference, kind: ProblemKind) -> Relation:
        """Return the relation to which ``ref`` or ``source`` refers. A missing node is recorded and keeps its name."""
        if not 1 <= len(reference.args) <= 2 or (reference.function == "source" and len(reference.args) != 2):
            raise CompilerError(f"{reference} has too few or too many names")
        node = self.project.resolve(reference, self.node.package)
        entry = (reference, node.unique_id if node else None)
        if entry not in self.result.references:
            self.result.references.append(entry)
        if node is not None:
            return self.relation(node)
        what = "no model, seed or snapshot" if reference.function == "ref" else "no table of a source"
        self.problem(kind, f"{reference} names {what} of this project")
        mark = quote_character(self.project.target.type)
        relation = Relation("__missing__", None, ".".join(reference.args), quote_character=mark)
        self.result.relations[relation.key] = f"missing.{reference.function}.{'.'.join(reference.args)}"
        return relation

    def relation(self, node: Node) -> Relation:
        """Return a node as a relation for templates, and record which node the relation's name in the SQL means."""
        target = self.project.target
        schema = node.schema or target.schema
        if node.kind is not NodeKind.SOURCE and node.schema:
            schema = f"{target.schema}_{node.schema}"
        relation = Relation(
            node.database or target.database,
            schema,
            node.identifier,
            type="view" if node.config.get("materialized", "view") == "view" else "table",
            quote_character=quote_character(target.type),
        )
        key = relation.key
        self._referred[node.unique_id] = node
        # Two nodes can have the same name in the warehouse, but the SQL must show which node is meant.
        if self.result.relations.setdefault(key, node.unique_id) != node.unique_id:
            relation = Relation(
                relation.database, f"{node.package}.{schema}", node.identifier, quote_character=relation.quote_character
            )
            self.result.relations[relation.key] = node.unique_id
        return relation

    def columns_of(self, relation: Any) -> Sequence[str]:
        """Return the columns of a relation.

        Raises:
            WarehouseError: Only the warehouse knows the columns.
        """
        node = self.known(relation)
        names = self.renderer.columns(node) if node is not None else None
        if node is not None:
            self.result.introspected[node.unique_id] = tuple(names or ())
        if names is None and self.execute:
            raise WarehouseError(f"the columns of {relation} are not known without the warehouse", self.place())
        return names or ()

    def written(self, column: str) -> str:
        """Return a column's name as written in SQL."""
        return written(column, self.project.target.type)

    def known(self, relation: Any) -> Node | None:
        """Return the node of a relation, if the template has referred to it."""
        unique_id = self.result.relations.get(relation.key) if isinstance(relation, Relation) else None
        return self._referred.get(unique_id) if unique_id else None


class Namespace(TemplateNames):
    """A package's macros as attributes: the installed macros, or Headwater's replacements for them."""

    def __init__(self, package: str, rendering: Rendering) -> None:
        self._package = package
        self._rendering = rendering

    def lookup(self, name: str) -> Any:
        """Return a function that calls a macro. If the macro is missing, the call leaves a gap."""
        macro = self._rendering.project.macro(name, self._package)
        if macro is not None:
            return self._rendering.callable(macro)
        if name[:1] == "_":
            return missing
        substitute = self._rendering.substitute(self._package, name)
        if substitute is not None:
            return substitute
        return lambda *_, **__: self._rendering.gap(f"{self._package}.{name}")


def _template_frames() -> Iterator[tuple[str, int]]:
    frame = sys._getframe(1)
    walker: Any = frame
    while walker is not None:
        template = walker.f_globals.get("__jinja_template__")
        if template is not None:
            yield template.filename, template.get_corresponding_lineno(walker.f_lineno)
        walker = walker.f_back


def _raised_at(traceback: TracebackType | None, default: Location) -> Location:
    place = default
    while traceback is not None:
        template = traceback.tb_frame.f_globals.get("__jinja_template__")
        if template is not None:
            place = Location(template.filename, template.get_corresponding_lineno(traceback.tb_lineno))
        traceback = traceback.tb_next
    return place
