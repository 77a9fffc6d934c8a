"""Print a random sample of docstrings and comments for review.

python scripts/sample_prose.py --seed 7 --number 100            # from src/
python scripts/sample_prose.py --seed 7 tests scripts           # from other folders
python scripts/sample_prose.py --names                          # class names that mean more than one thing

Tasks, and the files that harnesses copy into sandboxes, are separate projects, so their class names are not compared.
The notebooks of the suite `discovery` are data in the voices of several analysts, so they are not read.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import re
import textwrap
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

_OWN_PROJECTS = re.compile(r"/suites/\w+/tasks/|/harnesses/\w+/files/")
_DATA = re.compile(r"/corpus/\w+/notebooks/")
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Passage(NamedTuple):
    """A docstring, or a comment of one or more lines.

    Attributes:
        place: The path of the file and the line number.
        name: The name of the documented object. Empty for a comment.
    """

    place: str
    name: str
    text: str


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a sample, or the class names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", type=Path, default=[Path("src")])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--names", action="store_true")
    chosen = parser.parse_args(arguments)
    found = sorted(path for folder in chosen.folders for path in folder.rglob("*.py"))
    files = [path for path in found if not _DATA.search(path.as_posix())]
    if chosen.names:
        for name, places in repeated_classes(files).items():
            print(f"{name}: {', '.join(places)}")
        return
    for number, passage in enumerate(sample(files, chosen.number, chosen.seed), start=1):
        print(f"{number}. {passage.place} {passage.name}".rstrip())
        print(textwrap.indent(passage.text, "   "), end="\n\n")


def sample(files: Iterable[Path], number: int, seed: int) -> list[Passage]:
    """Return randomly drawn passages, each equally likely, in the order in which they were drawn."""
    passages = [passage for path in files for passage in passages_of(path)]
    return random.Random(seed).sample(passages, min(number, len(passages)))  # noqa: S311 - the same for a seed


def passages_of(path: Path) -> Iterator[Passage]:
    """Yield the docstrings in a file, and then its comments."""
    source = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _DOCUMENTED) and (text := ast.get_docstring(node)):
            name = "module" if isinstance(node, ast.Module) else node.name
            yield Passage(f"{path}:{node.body[0].lineno}", name, text)
    yield from _comments(path, source)


def _comments(path: Path, source: str) -> Iterator[Passage]:
    """Yield comments. Comments on consecutive lines count as one, and directives such as ``noqa`` are left out."""
    found: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        text = token.string.lstrip("#! ")
        if token.type == tokenize.COMMENT and not text.startswith(("noqa", "type:", "fmt:", "pragma", "/usr", "%%")):
            found.append((token.start[0], text))
    block: list[str] = []
    for number, (line, text) in enumerate(found):
        block.append(text)
        if number + 1 == len(found) or found[number + 1][0] != line + 1:
            yield Passage(f"{path}:{line - len(block) + 1}", "", "\n".join(block))
            block = []


def repeated_classes(files: Iterable[Path]) -> dict[str, list[str]]:
    """Return the class names that are defined more than once outside tasks, with their locations.

    Leading underscores are ignored, because a private class must not have the same name as a public one either.
    """
    places: dict[str, list[str]] = defaultdict(list)
    for path in files:
        if _OWN_PROJECTS.search(path.as_posix()):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name.lstrip("_")].append(f"{path}:{node.lineno}")
    return {name: found for name, found in sorted(places.items()) if len(found) > 1}


if __name__ == "__main__":
    main()
