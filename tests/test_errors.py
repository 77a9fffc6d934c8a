"""The error tree: its fields, and how the command line prints errors."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.documentation import run_examples

from headwater import errors
from headwater.cli import errors_in_one_line
from headwater.errors import CancelledError, HeadwaterError, OptionError, TasksBrokenError, UserError

_PAGE = Path(__file__).parents[1] / "docs/errors.md"
_EXIT_CODES = {CancelledError: 130}
_CLASSES = [each for _, each in inspect.getmembers(errors, inspect.isclass)]


@pytest.mark.parametrize("error_class", _CLASSES)
def test_an_error_is_one_line_with_its_fields(
    error_class: type[HeadwaterError], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended, errors_in_one_line():
        raise error_class("it is not a number", where="--jobs six", fix="write 6")
    printed = capsys.readouterr()
    assert printed.err == "headwater: --jobs six: it is not a number; write 6\n"
    assert printed.out == ""
    assert ended.value.code == (2 if issubclass(error_class, UserError) else _EXIT_CODES.get(error_class, 1))


@pytest.mark.parametrize("error_class", _CLASSES)
def test_an_error_keeps_its_fields_in_another_process(error_class: type[HeadwaterError]) -> None:
    error = error_class("it is not a number", where="--jobs six", fix="write 6")
    error.add_note("a note")
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is error_class
    assert vars(back) == vars(error)
    assert str(back) == str(error)


def test_fields_of_a_subclass_are_kept_as_well() -> None:
    cause = OptionError("it is not a number", where="--jobs six")
    back = pickle.loads(pickle.dumps(TasksBrokenError("1 trial could not begin", errors=(cause,))))
    assert [(type(each), each.where, each.what) for each in back.errors] == [
        (OptionError, "--jobs six", "it is not a number")
    ]


def test_empty_sections_are_not_printed() -> None:
    assert str(OptionError("it is empty")) == "it is empty"
    assert str(OptionError("it is empty", where=Path("a.toml"))) == "a.toml: it is empty"
    assert str(OptionError("it is empty", fix="write it")) == "it is empty; write it"


def test_the_page_has_the_tree() -> None:
    """The expected lines come from the code: to fix the page, paste them."""
    assert "\n".join(_lines(HeadwaterError, "")) in _PAGE.read_text("utf-8")


def test_the_example_of_the_page_runs() -> None:
    run_examples(_PAGE.read_text("utf-8"))


def _lines(error_class: type[HeadwaterError], indent: str) -> Iterator[str]:
    summary = (error_class.__doc__ or "").splitlines()[0]
    yield f"{indent}- `{error_class.__name__}`: {summary}"
    for each in _CLASSES:
        if each.__base__ is error_class:
            yield from _lines(each, f"{indent}  ")
