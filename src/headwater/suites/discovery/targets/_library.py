"""Models functions in Python and its data libraries."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from headwater.suites.discovery.targets._formatting import fill_braces
from headwater.suites.discovery.targets._paths import is_file_name, is_url, without_scheme
from headwater.suites.discovery.targets._values import NOTHING, UNKNOWN, Value, combined, files_of, joined, text_value

_READERS = frozenset(
    {
        *("ExcelFile", "File", "ZipFile", "connect", "fromfile", "genfromtxt", "imread", "load", "load_workbook"),
        *("loadtxt", "open", "read", "scan_csv", "scan_ipc", "scan_ndjson", "scan_parquet", "urlopen", "urlretrieve"),
    }
)
"""Readers in addition to all functions whose names begin with ``read_``."""
PATH_ARGUMENTS = (
    "filepath_or_buffer", "path_or_buf", "path", "io", "file", "filename", "fname", "source", "database", "url",
)  # fmt: skip
_QUERIES = frozenset({"execute", "query", "read_sql", "read_sql_query", "read_sql_table", "sql"})
_OUTPUTS = frozenset(
    {
        *("display", "dump", "print", "savefig", "savetxt", "to_csv", "to_excel", "to_html", "to_json", "to_markdown"),
        *("to_parquet", "write", "write_text", "writelines"),
    }
)
MUTATORS = frozenset({"add", "append", "extend", "insert", "setdefault", "update"})
_QUOTED = re.compile(r"""['"]([^'"\n]+\.\w{1,8})['"]""")
_INTEGER = re.compile(r"-?\d{1,9}")
_MOST_NUMBERS = 64
"""The maximum length of a range with known numbers. Loops over longer ranges are followed like any other loop."""
_MEMORY = "<memory>"
"""The path of an in-memory file, which is a string or bytes in the program."""


@dataclass(frozen=True)
class Call:
    """A call to a function that the program does not define.

    Attributes:
        name: The function's name, without its module or object.
        module: The module or object through which it is called, if that is a plain name such as ``pd``.
        receiver: The object on which it is called.
    """

    name: str
    module: str
    receiver: Value
    arguments: Sequence[Value]
    named: Mapping[str, Value]

    @property
    def values(self) -> list[Value]:
        """All values that can affect the result."""
        return [self.receiver, *self.arguments, *self.named.values()]

    def argument(self, place: int, *names: str) -> Value:
        """Return an argument, given its position and its possible names."""
        if place < len(self.arguments):
            return self.arguments[place]
        return next((self.named[name] for name in names if name in self.named), NOTHING)


@dataclass(frozen=True)
class CallReads:
    """The files that a call reads.

    Attributes:
        paths: The file paths. `*` stands for an unknown part.
        has_unknown: Whether the call reads a file about which nothing is known.
        is_remote: Whether the call reads from the network.
    """

    paths: frozenset[str] = frozenset()
    has_unknown: bool = False
    is_remote: bool = False


def is_reader(name: str) -> bool:
    """Return whether a function with this name can read the file that its first argument names."""
    return name in _READERS or name.startswith("read_")


def reads_of(call: Call) -> CallReads | None:
    """Return the files that a call reads, or None if it reads nothing."""
    if call.name in _QUERIES:
        texts = call.argument(0, "sql", "query").texts
        return CallReads(frozenset(path for text in texts for path in _QUOTED.findall(text) if is_file_name(path)))
    if call.name == "load_dataset":
        return CallReads(is_remote=True)
    if not is_reader(call.name):
        return None
    if call.name == "open" and any(mode[:1] in ("w", "a", "x") for mode in call.argument(1, "mode").texts):
        return None
    return _file_read(call)


def _file_read(call: Call) -> CallReads | None:
    is_method = not call.arguments and bool(call.receiver.texts)  # Path("a.csv").read_text()
    given = call.receiver if is_method else call.argument(0, *PATH_ARGUMENTS)
    texts = frozenset().union(*(each.texts for each in given.elements()))  # a list of paths is read like one path
    paths = frozenset(text for text in map(without_scheme, texts) if is_file_name(text))
    is_remote = any(map(is_url, texts))
    has_argument = bool(call.arguments or call.named)
    is_known = bool(texts - {UNKNOWN} or given.derived or call.receiver.files)
    is_pandas = call.name.startswith(("read_", "scan_"))
    return CallReads(paths, is_pandas and has_argument and not is_known, is_remote)


def is_output(call: Call) -> bool:
    """Return whether a call shows or stores its arguments."""
    return call.name in _OUTPUTS


def result_of(call: Call) -> Value:
    """Return the result of a call, as a string or a container if it is known."""
    make = _MAKERS.get(call.name)
    made = make(call) if make is not None else None
    return Value(files=files_of(call.values)) if made is None else made.tainted(files_of(call.values))


def _join(call: Call) -> Value | None:
    if call.module == "path" or (call.arguments and len(call.arguments) > 1):
        return combined(call.arguments, lambda parts: posixpath.join(*parts))
    if len(call.arguments) == 1 and call.receiver.texts and call.arguments[0].parts:
        (separator, *_) = sorted(call.receiver.texts)
        return combined(call.arguments[0].elements(), separator.join)
    return None


def _path(call: Call) -> Value:
    return combined(call.arguments, lambda parts: posixpath.join(*parts)) if call.arguments else text_value("")


def _same(call: Call) -> Value:
    return call.argument(0, *PATH_ARGUMENTS) if call.arguments or call.named else call.receiver


def _of_text(make: Callable[[str], str]) -> Callable[[Call], Value]:
    def apply(call: Call) -> Value:
        given = call.arguments[0] if call.arguments else call.receiver
        return combined([given], lambda texts: make(texts[0]))

    return apply


def _formatted(call: Call) -> Value:
    names = list(call.named)

    def make(texts: tuple[str, ...]) -> str | None:
        form, *rest = texts
        places = rest[: len(call.arguments)]
        return fill_braces(form, places, dict(zip(names, rest[len(places) :], strict=True)))

    return combined([call.receiver, *call.arguments, *call.named.values()], make)


def _replaced(call: Call) -> Value | None:
    if len(call.arguments) != 2 or not call.receiver.texts:  # pandas has a method with this name as well
        return None
    return combined([call.receiver, *call.arguments], lambda texts: texts[0].replace(texts[1], texts[2]))


def _listed(call: Call) -> Value:
    """Return the unknown files in a folder as a list with one element that represents all of them."""
    folder = call.argument(0, "path", "top") if call.arguments or call.named else call.receiver
    name = posixpath.join if call.name != "listdir" else (lambda _folder, star: star)
    return Value(parts={0: combined([folder], lambda texts: name(texts[0], UNKNOWN))})


def _walked(call: Call) -> Value:
    folder = call.argument(0, "top")
    names = Value(parts={0: text_value(UNKNOWN)})
    return Value(parts={0: Value(parts={0: folder, 1: names, 2: names})})


def _globbed(call: Call) -> Value:
    pattern = call.argument(0, "pathname", "pattern")
    if call.receiver.texts:
        folders = ("**",) if call.name == "rglob" else ()
        pattern = combined([call.receiver, pattern], lambda texts: posixpath.join(texts[0], *folders, texts[1]))
    return Value(parts={0: pattern})


def _enumerated(call: Call) -> Value:
    every = call.argument(0).elements()
    return Value(parts={place: Value(parts={0: text_value(str(place)), 1: each}) for place, each in enumerate(every)})


def _ranged(call: Call) -> Value | None:
    """Return the numbers in a range with known bounds."""
    ends = [sorted(each.texts) for each in call.arguments]
    if not all(len(each) == 1 and _INTEGER.fullmatch(each[0]) for each in ends) or not 1 <= len(ends) <= 3:
        return None
    numbers = range(*(int(each[0]) for each in ends)) if ends[2:] != [["0"]] else range(0)
    if len(numbers) > _MOST_NUMBERS:
        return None
    return Value(parts={place: text_value(str(number)) for place, number in enumerate(numbers)})


def _zipped(call: Call) -> Value:
    every = [each.elements() for each in call.arguments]
    if all(each.parts is not None for each in call.arguments):
        rows = list(zip(*every, strict=False))
    else:
        rows = [tuple(joined(each) for each in every)]
    return Value(parts={place: Value(parts=dict(enumerate(row))) for place, row in enumerate(rows)})


def _items(call: Call) -> Value | None:
    parts = call.receiver.parts
    if parts is None:
        return None
    pairs = [Value(parts={0: text_value(str(key)), 1: each}) for key, each in parts.items()]
    return Value(parts=dict(enumerate(pairs)))


def _keys(call: Call) -> Value | None:
    parts = call.receiver.parts
    return None if parts is None else Value(parts={place: text_value(str(key)) for place, key in enumerate(parts)})


def _values(call: Call) -> Value | None:
    parts = call.receiver.parts
    return None if parts is None else Value(parts=dict(enumerate(parts.values())))


def _mapping(call: Call) -> Value:
    return Value(parts=dict(call.named)) if call.named and not call.arguments else call.argument(0)


def _in_memory(call: Call) -> Value:  # noqa: ARG001 - as all makers
    return text_value(_MEMORY)


_MAKERS: Mapping[str, Callable[[Call], Value | None]] = {
    **dict.fromkeys(("abspath", "expanduser", "fspath", "normpath", "realpath", "resolve", "str", "as_posix"), _same),
    **dict.fromkeys(("list", "sorted", "tuple", "set", "reversed", "iter", "next"), _same),
    **dict.fromkeys(("Path", "PurePath", "PosixPath", "joinpath"), _path),
    **dict.fromkeys(("listdir", "iterdir", "scandir"), _listed),
    **dict.fromkeys(("glob", "iglob", "rglob"), _globbed),
    **dict.fromkeys(("StringIO", "BytesIO"), _in_memory),
    "basename": _of_text(posixpath.basename),
    "dict": _mapping,
    "dirname": _of_text(posixpath.dirname),
    "enumerate": _enumerated,
    "format": _formatted,
    "getcwd": lambda _call: text_value("."),
    "items": _items,
    "join": _join,
    "keys": _keys,
    "lower": _of_text(str.lower),
    "replace": _replaced,
    "range": _ranged,
    "strip": _of_text(str.strip),
    "upper": _of_text(str.upper),
    "values": _values,
    "walk": _walked,
    "zip": _zipped,
}
