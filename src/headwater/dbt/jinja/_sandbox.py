"""Extends Jinja's sandbox for untrusted templates with limits on time and memory.

Jinja's sandbox prevents templates from accessing Python's internal attributes. It does not limit nested loops, repeated
doubling of text, deeply nested lists, or powers of large numbers. Here, all such work counts against the
`RenderingBudget`. Jinja compiles templates to Python. The code generator therefore inserts code that counts: around the
iterables of loops, around calls, operators and filters, and wherever text is joined or lists are created.

A line mark precedes each text that is written directly to the output, and `split_marks` builds a line map from the
marks.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from jinja2.sandbox import SandboxedEnvironment
from jinja2.utils import missing

from headwater.dbt.jinja._blocks import DbtBlocks
from headwater.dbt.jinja._budget import OverBudgetError, RenderingBudget

_MAX_ITEMS = 1_000_000
_MAX_BITS = 4096
_CONTAINERS = (list, tuple, dict, set, frozenset)
_MAX_WIDTH = 10_000
_MARK = "\0"
MACRO_PREFIX = "dbt_macro__"
PACKAGE = "dbt package of this template"


@dataclass(frozen=True, slots=True)
class LineMap:
    """Maps each offset in the rendered text to a line of the template.

    Attributes:
        starts: The offsets in the text, in ascending order, at which a new part begins.
        lines: The template line at which each part begins. Negative if the whole part comes from this one line.
    """

    starts: array[int]
    lines: array[int]

    def line(self, text: str, offset: int) -> int:
        """Return the template's line number, counted from 1, that corresponds to an offset in the rendered text."""
        index = bisect_right(self.starts, offset) - 1
        if index < 0:
            return 1
        line = self.lines[index]
        return -line if line < 0 else line + text.count("\n", self.starts[index], offset)


def split_marks(marked_text: str) -> tuple[str, LineMap]:
    """Separate rendered text from its line marks."""
    parts = marked_text.split(_MARK)
    starts, lines = array("i"), array("i")
    texts = [parts[0]]
    offset = len(parts[0])
    for mark, text in zip(parts[1::2], parts[2::2], strict=True):
        starts.append(offset)
        lines.append(int(mark))
        texts.append(text)
        offset += len(text)
    return "".join(texts), LineMap(starts, lines)


class _CountingGenerator(CodeGenerator):
    """Generates code that counts steps and marks lines."""

    def visit_For(self, node: nodes.For, frame: Frame) -> None:  # noqa: N802 - Jinja's visitor
        if node.recursive:
            self.fail("`recursive` loops are not supported", node.lineno)
        node.iter = nodes.Call(nodes.EnvironmentAttribute("counted"), [node.iter], [], None, None, lineno=node.lineno)
        super().visit_For(node, frame)

    def visit_Concat(self, node: nodes.Concat, frame: Frame) -> None:  # noqa: N802
        self.visit(nodes.Call(nodes.EnvironmentAttribute("joined"), node.nodes, [], None, None), frame)

    def visit_List(self, node: nodes.List, frame: Frame) -> None:  # noqa: N802
        self._visit_container(super().visit_List, node, frame)

    def visit_Tuple(self, node: nodes.Tuple, frame: Frame) -> None:  # noqa: N802
        if node.ctx == "load":
            self._visit_container(super().visit_Tuple, node, frame)
        else:
            super().visit_Tuple(node, frame)

    def visit_Dict(self, node: nodes.Dict, frame: Frame) -> None:  # noqa: N802
        self._visit_container(super().visit_Dict, node, frame)

    def _visit_container(self, visit: Callable[..., None], node: nodes.Expr, frame: Frame) -> None:
        self.write("environment.weighed(")
        visit(node, frame)
        self.write(")")

    def visit_Output(self, node: nodes.Output, frame: Frame) -> None:  # noqa: N802
        if frame.buffer is None:  # true outside macros and `set` blocks
            marked_nodes: list[nodes.Expr] = []
            for item in node.nodes:
                line = item.lineno if isinstance(item, nodes.TemplateData) else -item.lineno
                marked_nodes += [nodes.TemplateData(f"{_MARK}{line}{_MARK}", lineno=item.lineno), item]
            node.nodes = marked_nodes
        super().visit_Output(node, frame)


class _TemplateContext(Context):
    """Looks up names that the template does not define, such as macros, in the environment."""

    def resolve_or_missing(self, key: str) -> Any:
        found = super().resolve_or_missing(key)
        if found is missing and isinstance(self.environment, TemplateEnvironment):
            return self.environment.find(key, self.parent.get(PACKAGE, ""))
        return found


class TemplateNames:
    """An object whose attributes are names from the project, including names that begin with ``_``."""

    def lookup(self, name: str) -> Any:
        """Return the value of a name, or Jinja's ``missing`` if the name has no value."""
        raise NotImplementedError


class TemplateEnvironment(SandboxedEnvironment):
    """The environment in which templates run. Only one thread may use it at a time.

    Attributes:
        budget: The budget of the current rendering.
        find: Finds a name that a package's template does not define, or returns Jinja's ``missing`` if it does not
            exist.
        snapshot: The snapshot block to render. Other snapshot blocks are omitted.
    """

    code_generator_class = _CountingGenerator
    context_class = _TemplateContext
    intercepted_binops = frozenset({"+", "*", "**", "%", "//", "/", "-"})

    def __init__(self, undefined: type[jinja2.Undefined], find: Callable[[str, str], Any]) -> None:
        super().__init__(
            extensions=["jinja2.ext.do", "jinja2.ext.loopcontrols", DbtBlocks],
            undefined=undefined,
            cache_size=0,
            autoescape=False,
        )
        self.budget = RenderingBudget()
        self.find = find
        self.snapshot: str | None = None
        # This function could generate random text of any length.
        del self.globals["lipsum"]
        self.filters |= dict.fromkeys(("as_text", "as_bool", "as_native", "as_number"), _as_it_is)
        self.filters = {name: self._guarded(function) for name, function in self.filters.items()}
        self.concat = self._concat  # type: ignore[method-assign] # joins what a template makes

    def model(self, text: str, file: str, package: str) -> jinja2.Template:
        """Compile the template of a model, a test or a YAML value."""
        return self._compiled(self.parse(text, filename=file), file, package)

    def macros(self, text: str, file: str, package: str) -> Any:
        """Compile a file of macros and return its module.

        The name of each macro is prefixed with `MACRO_PREFIX`, so that the rendering also resolves calls between macros
        in the same file.
        """
        tree = self.parse(text, filename=file)
        for node in tree.body:
            if isinstance(node, nodes.Macro):
                node.name = MACRO_PREFIX + node.name
        return self._compiled(tree, file, package).make_module()

    def _compiled(self, tree: nodes.Template, file: str, package: str) -> jinja2.Template:
        code = self.compile(tree, name=file, filename=file)
        return jinja2.Template.from_code(self, code, {**self.globals, PACKAGE: package})

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an attribute that a template may read."""
        if not isinstance(obj, TemplateNames):
            return super().getattr(obj, attribute)
        found = obj.lookup(attribute)
        return self.undefined(obj=obj, name=attribute) if found is missing else found

    def getitem(self, obj: Any, argument: Any) -> Any:
        """Return an item that a template may read."""
        return self.getattr(obj, str(argument)) if isinstance(obj, TemplateNames) else super().getitem(obj, argument)

    def _concat(self, texts: Iterable[str]) -> str:
        parts = list(texts)
        self.budget.text(sum(map(len, parts)))
        return "".join(parts)

    def counted(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the items of a loop, and count them."""
        step = self.budget.step
        for item in items:
            step()
            yield item

    def joined(self, *values: Any) -> str:
        """Join values, as ``~`` does."""
        return self._concat([str(value) for value in values])

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: N805 - Jinja's
        """Call a function for a template.

        The call is counted, and methods whose results could be very large are checked first.
        """
        __self.budget.step()
        _check_method(__obj, args, kwargs)
        result = super().call(__context, __obj, *args, **kwargs)
        owner = getattr(__obj, "__self__", None)
        if isinstance(owner, _CONTAINERS) and any(isinstance(arg, _CONTAINERS) for arg in (*args, *kwargs.values())):
            __self.weighed(owner)  # the object may now contain the arguments
        __self._check_size(result)
        return result

    def weighed(self, container: Any) -> Any:
        """Check the total size of a list, tuple, set or mapping, and return it.

        Raises:
            OverBudgetError: The total size is too large.
        """
        weight, level = 0, [container]
        while level:
            inner: list[Any] = []
            for holder in level:
                items = (*holder, *holder.values()) if isinstance(holder, dict) else holder
                weight += len(items)
                if weight > _MAX_ITEMS:
                    raise OverBudgetError(f"makes more than {_MAX_ITEMS:,} items")
                for item in items:
                    if isinstance(item, _CONTAINERS):
                        inner.append(item)
                    elif isinstance(item, str):
                        weight += len(item) // 100
            level = inner
        return container

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:
        """Return the sandbox's ``str.format`` for a text, if no field in the text is too wide."""
        found = super().wrap_str_format(value)
        if found is not None:
            _check_format(str(getattr(value, "__self__", "")))
        return found

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Apply an operator, provided that its result has a bounded size."""
        if operator == "*":
            _check_repetition(left, right)
        elif operator == "**" and _bits(left) * (right if isinstance(right, int) else 1) > _MAX_BITS:
            raise OverBudgetError("makes a number that is too large")
        elif operator == "%" and isinstance(left, str):
            _check_format(left)
        result = super().call_binop(context, operator, left, right)
        self._check_size(result)
        return result

    def _check_size(self, result: Any) -> None:
        if isinstance(result, str):
            self.budget.text(len(result))
        elif isinstance(result, _CONTAINERS):
            self.weighed(result)
        elif isinstance(result, int) and _bits(result) > _MAX_BITS:
            raise OverBudgetError("makes a number that is too large")

    def _guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a filter so that it refuses widths and amounts that are too large."""

        def guarded(*args: Any, **kwargs: Any) -> Any:
            self.budget.step()
            for value in (*args, *kwargs.values()):
                _check_argument(value)
            texts = [value for value in args if isinstance(value, str)]
            if len(texts) >= 3:  # `replace` can turn each character into a long text
                _check_replacement(*texts[:3])
            elif function is jinja2.filters.FILTERS["format"] and texts:
                _check_format(texts[0])
            result = function(*args, **kwargs)
            self._check_size(result)
            return result

        for mark in ("jinja_pass_arg", "jinja_async_variant"):
            if hasattr(function, mark):
                setattr(guarded, mark, getattr(function, mark))
        return guarded


def _as_it_is(value: Any) -> Any:
    """Return the value unchanged, as dbt's filters ``as_bool``, ``as_number`` and so on do outside YAML."""
    return value


def _check_argument(value: Any) -> None:
    if isinstance(value, int) and abs(value) > _MAX_WIDTH and not isinstance(value, bool):
        raise OverBudgetError(f"asks a filter for {value if _bits(value) < 64 else 'too many'}")


_WIDTH = re.compile(
    r"%[-#0 +]*(\*|\d{4,})"  # %*d, %9999d
    r"|%[-#0 +]*\d*\.(\*|\d{4,})"
    r"|\{[^{}]*:[^{}]*(\{|\d{4,})"  # {:{}}, {:9999}
)
_PADDING = frozenset({"center", "ljust", "rjust", "zfill", "expandtabs", "to_bytes"})


def _check_method(called: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    owner = getattr(called, "__self__", None)
    name = getattr(called, "__name__", "")
    if name == "strftime" and args:
        _check_format(str(args[0]))
    elif isinstance(owner, list) and name == "extend" and len(owner) + _length(args) > _MAX_ITEMS:
        raise OverBudgetError(f"makes more than {_MAX_ITEMS:,} items")
    if not isinstance(owner, str | bytes | int):
        return
    if name in _PADDING:
        for value in (*args, *kwargs.values()):
            _check_argument(value)
    elif name == "replace" and len(args) >= 2 and isinstance(owner, str):
        _check_replacement(owner, *map(str, args[:2]))
    elif name == "join" and isinstance(owner, str) and args and hasattr(args[0], "__len__"):
        if len(owner) * len(args[0]) > RenderingBudget.MAX_TEXT:
            raise OverBudgetError("makes too much text")
    # A translation table can turn each character into a long text.
    elif name == "translate":
        raise OverBudgetError("translate is not supported")


def _check_replacement(text: str, old: str, new: str) -> None:
    times = text.count(old) if old else len(text) + 1
    if len(text) + times * len(new) > RenderingBudget.MAX_TEXT:
        raise OverBudgetError("makes too much text")


def _check_format(text: str) -> None:
    if _WIDTH.search(text):
        raise OverBudgetError("formats with a width that is too large")


def _check_repetition(left: Any, right: Any) -> None:
    for items, times in ((left, right), (right, left)):
        if isinstance(items, str | bytes | list | tuple) and isinstance(times, int):
            if len(items) * times > _MAX_ITEMS:
                raise OverBudgetError(f"repeats to more than {_MAX_ITEMS:,} items")
            return


def _length(args: tuple[Any, ...]) -> int:
    return len(args[0]) if args and hasattr(args[0], "__len__") else 0


def _bits(value: Any) -> int:
    return value.bit_length() if isinstance(value, int) else 0
