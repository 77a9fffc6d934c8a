"""Each class name has one meaning in the whole package."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import headwater

_PACKAGE = Path(headwater.__file__).parent
_SCRIPT = Path(__file__).parents[1] / "scripts" / "sample_prose.py"


def test_no_two_classes_have_the_same_name() -> None:
    """To fix it, rename the more private one: the class that users and records know keeps its name."""
    assert _script().repeated_classes(sorted(_PACKAGE.rglob("*.py"))) == {}


def test_a_repeated_name_is_found_unless_a_task_or_a_sandbox_has_it(tmp_path: Path) -> None:
    task, copied = tmp_path / "suites/pipelines/tasks/one", tmp_path / "harnesses/base/files"
    for number, folder in enumerate((tmp_path / "a", tmp_path / "b", task, copied)):
        folder.mkdir(parents=True)
        (folder / "code.py").write_text(f"class {'_' * (number % 2)}Row:\n    pass\n")
    found = _script().repeated_classes(sorted(tmp_path.rglob("*.py")))
    assert found == {"Row": [f"{tmp_path / name / 'code.py'}:1" for name in ("a", "b")]}


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("sample_prose", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
