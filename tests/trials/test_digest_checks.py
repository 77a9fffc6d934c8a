"""The digest of checks covers everything that decides a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater.grading._digest import digest_code
from headwater.policy import Policy
from headwater.suites import all_suites, find_tasks
from headwater.trials._digest_checks import digest_checks


def test_the_code_and_the_policy_of_its_suite_are_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [task] = find_tasks(["pipelines/csv-ingest"])
    suite = all_suites()["pipelines"]
    plain = digest_checks(task)
    with monkeypatch.context() as patch:
        patch.setattr(type(suite), "policy", Policy(code_rules=False))
        assert digest_checks(task) != plain
    code = tmp_path / "judge.py"
    monkeypatch.setattr(type(suite), "grading_code", (code,))
    digests = {plain}
    for text in ("right = True\n", "right = False\n"):
        code.write_text(text)
        digest_code.cache_clear()
        digests.add(digest_checks(task))
    assert len(digests) == 3
