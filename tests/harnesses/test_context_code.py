"""Harnesses copy exactly the modules of Headwater that the context server imports."""

from __future__ import annotations

from pathlib import Path

from tests.test_imports import _imports, _module

import headwater
from headwater.harnesses._context_software import _Code

PACKAGE = Path(headwater.__file__).parent


def test_all_that_the_copied_modules_import_is_copied() -> None:
    copied = {_module(file): file for file in _Code("harness", "context", PACKAGE).lock_files}
    modules = {_module(file): file for file in PACKAGE.rglob("*.py")}
    imported = {target for name, file in copied.items() for target in _imports(name, file, modules)}
    assert imported - copied.keys() == set()
    assert {name for name in copied if name.startswith("headwater.dbt.engine")} == set()
    assert "headwater.dbt.jinja._render" in imported
