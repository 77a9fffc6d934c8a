"""A real job and its site, an artificial job of agents with costs, and a browser that reports every error."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from tests.commands import run_command
from tests.report.made_job import Plan, make_job

from headwater.locks import exclusive
from headwater.report.build import build_site
from headwater.suites import find_tasks
from headwater.tasks import Task

BROWSER_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
Once = Callable[[str, Callable[[Path], object]], Path]
AGENTS = ("oracle", "nop", "counterfeit:swallows-errors")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a test run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / "report"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def once(shared_folder: Path) -> Once:
    """A function that creates a folder once for all test processes, in whichever needs it first."""

    def make_once(name: str, make: Callable[[Path], object]) -> Path:
        with exclusive(shared_folder / f"{name}.lock"):
            if not (shared_folder / f"{name}.done").exists():
                make(shared_folder / name)
                (shared_folder / f"{name}.done").touch()
        return shared_folder / name

    return make_once


@pytest.fixture(scope="session")
def real_job(once: Once, shared_folder: Path, user_env: dict[str, str]) -> Path:
    """A finished job: three trials of a task with a real Postgres."""

    def run_it(job: Path) -> None:
        agents = [part for agent in AGENTS for part in ("--agent", agent)]
        completed = run_command(
            ["run", "pipelines/broken-connection", *agents, "--jobs", "2", "--out", job], shared_folder, user_env
        )
        assert completed.returncode == 0, completed.stderr

    return once("real", run_it)


@pytest.fixture(scope="session")
def tasks() -> dict[str, Task]:
    """Three real tasks."""
    names = ("broken-connection", "csv-ingest", "idempotent-pipeline")
    return {task.ref: task for task in find_tasks([f"pipelines/{name}" for name in names])}


@pytest.fixture(scope="session")
def made_job(once: Once, tasks: dict[str, Task]) -> Path:
    """A job of 96 trials with conversations, some of which are excluded."""
    return once("made", lambda folder: make_job(folder, tasks, Plan(excluded_share=0.04)))


@pytest.fixture(scope="session")
def site(once: Once, real_job: Path) -> Path:
    """The site of the real job."""
    return once("real-site", lambda out: build_site([real_job], out))


@pytest.fixture(scope="session")
def made_site(once: Once, made_job: Path) -> Path:
    """The site of the artificial job."""
    return once("made-site", lambda out: build_site([made_job], out))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; Playwright's event loop occupies this thread, so no other loop can run in it."""
    program = shutil.which("chromium")
    assert program, "chromium is not installed: make test-system"
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=BROWSER_FLAGS)
        yield found
        found.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """A function that opens a file or an address; any browser error or network request fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(place: Path | str, fragment: str = "", *, width: int = 1280, dark: bool = False) -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme="dark" if dark else "light", reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("dialog", lambda dialog: (complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        url = place.as_uri() if isinstance(place, Path) else place
        if isinstance(place, Path):
            page.on(
                "request",
                lambda request: request.url.startswith(("file:", "blob:")) or complaints.append(f"asked {request.url}"),
            )
        page.goto(url + fragment)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not complaints
