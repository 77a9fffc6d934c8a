"""Whatever agents, services and checks wrote, a page is rendered and all of it stays text."""

from __future__ import annotations

import json
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.properties import any_json, any_text, reader_cases
from tests.results.test_read import RECORD, VERDICT, a_job, a_trial, to_bytes

from headwater.jobs import JobFolder
from headwater.report import _format
from headwater.report._render import PageRenderer, environment
from headwater.report._trace import read_trace
from headwater.report._trial import Neighbours, TrialPages, TrialPlace
from headwater.results import read_jobs
from headwater.trials import TrialPaths

pytestmark = pytest.mark.minutes

MARK = "outsider"
_PIECES = (
    f"<{MARK}>", f"</p><{MARK} ", f'" {MARK}=1 ', f"' {MARK}=1 ", f"`{MARK}=1", "</script>", "</title>", "-->", "<!--",
    "]]>", "&lt;", "&#60;", "{{7*7}}", "{% raw %}", "\x00", "\x1b[31m", "\u202e", "\ud800", "\r", "\n", "javascript:",
)  # fmt: skip
hostile = st.lists(st.sampled_from(_PIECES) | any_text, max_size=6).map("".join)
storable = hostile.map(lambda text: f".{text}".encode(errors="replace").decode())
"""Text that a record can contain and a page shows."""
FILTERS = ("number", "score", "percent", "signed", "money", "seconds", "tokens", "p_value")


class _Tags(HTMLParser):
    """A parser that counts elements and attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: Counter[str] = Counter()
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes.update(name for name, _ in attrs)


def page_of(job: Path) -> str:
    """Return the page of the job's only trial."""
    (row,) = read_jobs([job]).rows
    trial = TrialPlace("job", JobFolder(job), None, row, Neighbours(None, None))
    return TrialPages(PageRenderer(footer="")).page(trial).decode()


def written(job: Path, texts: tuple[str, str, str, str], details: dict[str, Any], log: bytes) -> Path:
    """Write a trial with the given texts wherever external text occurs."""
    check = {**VERDICT["gates"][0]["checks"][0], "name": texts[0], "message": texts[1], "details": details}
    verdict = {**VERDICT, "gates": [{**VERDICT["gates"][0], "checks": [check]}]}
    model = {**RECORD["model"], "models": [texts[2]]}
    record = {**RECORD, "status": "agent_error", "reason": texts[3], "isolation": [texts[0]], "model": model}
    folder = a_trial(job, to_bytes(record), to_bytes(verdict))
    (folder / "agent.log").write_bytes(b"log " + log)
    return folder


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> _Tags:
    """The elements of a trial's page without unusual texts."""
    job = a_job(tmp_path_factory.mktemp("plain"))
    written(job, ("a", "b", "c", "d"), {"one": 1}, b"")
    return _Tags(page_of(job))


@settings(reader_cases, max_examples=reader_cases.max_examples // 4)  # rendering a page takes 10 ms
@given(
    texts=st.tuples(storable, storable, storable, storable),
    value=any_json(["a"], [f"<{MARK}>"], leaves=4) | storable,
    log=hostile.map(lambda text: text.encode(errors="surrogatepass")) | st.binary(max_size=30),
)
def test_any_text_stays_text(
    tmp_path: Path, plain: _Tags, texts: tuple[str, str, str, str], value: Any, log: bytes
) -> None:
    job = a_job(tmp_path / "job")
    written(job, texts, {"one": value}, log)
    read = read_jobs([job])
    if read.problems:  # JSON that no record can contain, such as lone surrogates
        return
    found = _Tags(page_of(job))
    assert MARK not in found.tags
    assert MARK not in found.attributes
    assert {**found.tags, "wbr": 0} == {**plain.tags, "wbr": 0}


@reader_cases
@given(st.floats() | st.integers() | st.sampled_from([10**400, -1, 1e308, 5e-324]) | st.none())
def test_any_number_has_a_form(value: float | None) -> None:
    if isinstance(value, int) and abs(value) > 2**63:
        return  # the table has no row for the trial
    for name in FILTERS:
        assert str(environment().filters[name](value))
    assert _format.size(int(value) if value and abs(value) < 2**63 else 0)


@reader_cases
@given(st.binary(max_size=200) | hostile.map(lambda text: text.encode(errors="surrogatepass")))
def test_any_trajectory_goes_to_the_browser_as_text(tmp_path: Path, raw: bytes) -> None:
    folder = tmp_path / "trials/x"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "trajectory.json").write_bytes(raw)
    assert read_trace(TrialPaths(tmp_path, "x")) is not None


def test_a_huge_trajectory_is_shortened_or_reported_as_missing(tmp_path: Path) -> None:
    folder = tmp_path / "trials/x"
    folder.mkdir(parents=True)
    paths = TrialPaths(tmp_path, "x")
    for content in (
        b"[" * (5 << 20),
        b'{"steps": ' + b"9" * (5 << 20),
        b'{"a":' * 600 + b'"' + b"x" * (5 << 20) + b'"' + b"}" * 600,
    ):
        (folder / "trajectory.json").write_bytes(content)
        text = read_trace(paths)
        assert text is not None
        assert "unreadable" in json.loads(text) or len(text) < 100_000
