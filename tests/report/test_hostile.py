"""Texts of agents, services and checks appear everywhere, and must stay text in a browser."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pyarrow as pa
import pytest
from playwright.sync_api import Browser
from tests.report.conftest import OpenPage
from tests.report.made_job import MadeAgent, Plan, make_job

from headwater.analysis import load, write_table
from headwater.records import PromptVariant
from headwater.report.build import build_site
from headwater.tasks import Task

SCRIPT = (
    "<script>alert(1)</script><img src=x onerror=alert(2)><svg onload=alert(3)>\"'><a href=javascript:alert(4)>x</a>"
)
TEMPLATE = "{{ 7*7 }} {% raw %} ${7*7}"
BIDI = "user\u202enimda\u2066"
KEY = "sk-ant-api03-0123456789abcdefghijklmnop"
NASTY = f"{SCRIPT} {TEMPLATE} {BIDI} \x1b[31mred\x1b[0m {KEY} \x00"
AGENT = "</title><script>alert(0)</script>{{7*7}}"
HUGE = 60_000


@pytest.fixture(scope="module")
def hostile_site(tmp_path_factory: pytest.TempPathFactory, tasks: dict[str, Task]) -> Path:
    """The site of two trials in which every external text is hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    ref = "pipelines/broken-connection"
    agents = (MadeAgent(AGENT, 0.5, 0.1), MadeAgent("plain", 0.9, 0.1))
    plan = Plan(agents, ("base",), (PromptVariant.BASELINE,), repeats=1, steps=6, excluded_share=0)
    job = make_job(folder / "job", {ref: tasks[ref]}, plan)
    for trial in (job / "trials").iterdir():
        _poison(trial)
    build_site([job], folder / "site")
    return folder / "site"


def _poison(trial: Path) -> None:
    verdict = json.loads((trial / "verdicts/1.json").read_text())
    for gate in verdict["gates"]:
        for check in gate["checks"]:
            check["message"] = NASTY + "x" * HUGE
            check["details"] = {NASTY: [NASTY, {"deep": NASTY}], "number": 1}
    (trial / "verdicts/1.json").write_text(json.dumps(verdict))
    story = json.loads((trial / "trajectory.json").read_text())
    for step in story["steps"]:
        step["message"] = NASTY
        for call in step.get("tool_calls", ()):
            call["function_name"] = NASTY
            call["arguments"] = {"command": NASTY}
        for result in step.get("observation", {}).get("results", ()):
            result["content"] = NASTY + "y" * HUGE
    story["agent"]["name"] = NASTY
    (trial / "trajectory.json").write_text(json.dumps(story))
    (trial / "agent.log").write_text(NASTY)
    (trial / "services" / "<img src=x onerror=alert(5)>.err").write_text(NASTY)
    (trial / "state/workspace/<b>\u202e.py").write_text(NASTY)


class _Tags(HTMLParser):
    """A parser that collects elements that would run or load something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        is_own = tag != "script" or (values.get("src") or "").lstrip("./").startswith("assets/")
        if not is_own or (
            tag in ("img", "iframe", "object", "embed", "style", "base", "form") and "data-filters" not in values
        ):
            self.found.append(f"<{tag} {attrs}>")
        for name, value in attrs:
            if name.startswith("on") or name == "style" or (value or "").strip().lower().startswith("javascript:"):
                self.found.append(f"{tag}.{name}={value}")


def test_pages_hold_no_element_of_an_outsider(hostile_site: Path) -> None:
    found = {}
    for page in hostile_site.rglob("*.html"):
        tags = _Tags()
        tags.feed(page.read_text())
        if tags.found:
            found[page.name] = tags.found

    assert not found


def test_pages_hide_nothing_and_keep_no_key(hostile_site: Path) -> None:
    for page in hostile_site.rglob("*.html"):
        text = page.read_text()
        assert not set("\u202e\u2066\x1b\x00") & set(text), page
        assert KEY not in text
        assert "49" not in text.partition("7*7")[2][:3]


def test_messages_are_bounded(hostile_site: Path) -> None:
    sizes = [page.stat().st_size for page in hostile_site.rglob("trial/**/*.html")]

    assert max(sizes) < 700_000
    assert all("characters left out" in page.read_text() for page in hostile_site.rglob("trial/**/*.html"))


def test_names_in_an_imported_table_are_text_and_keep_no_key(tmp_path: Path, made_job: Path) -> None:
    table = load([made_job]).table.slice(0, 8)
    for name, value in (("failed_checks", [f"production.{KEY}_{SCRIPT}"]), ("agent", NASTY), ("harness", SCRIPT)):
        column = table.schema.get_field_index(name)
        table = table.set_column(column, table.schema.field(name), pa.array([value] * 8, table.schema.field(name).type))
    write_table(table, tmp_path / "trials.parquet")
    build_site([tmp_path / "trials.parquet"], tmp_path / "site")

    for page in (tmp_path / "site").rglob("*.html"):
        tags = _Tags()
        tags.feed(page.read_text())
        assert not tags.found, page
        assert KEY not in page.read_text().replace("<wbr>", "")


@pytest.mark.parametrize(
    "place", ["index.html", "tasks.html", "trials.html", "compare.html", "method.html", "trial", "task", "compare"]
)
def test_nothing_runs_in_a_browser(hostile_site: Path, open_page: OpenPage, place: str) -> None:
    pages = [hostile_site / place] if place.endswith(".html") else sorted((hostile_site / place).rglob("*.html"))
    for path in pages:
        page = open_page(path, "#step-2" if place == "trial" else "")
        if place == "trial":
            page.locator(".step").first.wait_for()
            assert "alert(1)" in page.locator(".step").first.inner_text()
            assert KEY not in page.content()
            assert "⟨U+202E⟩" in page.locator(".step").first.inner_text()
        if place == "trials.html":
            page.locator("tbody tr").first.wait_for()
        assert page.locator("img, iframe, object, main script").count() == 0


def test_the_content_security_policy_blocks_injected_elements(hostile_site: Path, browser: Browser) -> None:
    """If an injected element got into a page, the browser would not run it."""
    page = browser.new_page()
    page.goto((hostile_site / "index.html").as_uri())
    completed = page.evaluate(
        """() => {
            const script = document.createElement("script");
            script.textContent = "window.ran = true";
            document.body.append(script);
            const link = document.createElement("div");
            link.innerHTML = "<img src=x onerror='window.ran = true'>";
            return new Promise((resolve) => setTimeout(() => resolve(window.ran === true), 200));
        }"""
    )

    page.close()

    assert not completed
