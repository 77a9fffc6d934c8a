"""The site of ten thousand trials of two hundred steps: the time to build it, and the time to open it.

The trials are generated: fifty tasks, five agents, two harnesses, two prompt variants, ten repeats. A trajectory has
200 steps and 300 KB, so the job has 3 GB. The baseline for building is copying the same trajectories with ``cp``, which
every site that shows them has to do; the baseline for opening is an empty page in the same browser.

Usage: bench_report.py [--trials N]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

from _scratch import HEADWATER, scratch, show

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, sync_playwright
from tests.report.conftest import BROWSER_FLAGS
from tests.report.made_job import MadeAgent, Plan, make_job

from headwater.suites import find_tasks
from headwater.tasks import Task, read_task

TASKS = 50
AGENTS = tuple(
    MadeAgent(f"agent-{letter}", skill, 0.2)
    for letter, skill in zip("abcde", (0.97, 0.95, 0.93, 0.9, 0.8), strict=True)
)
PER_TASK = len(AGENTS) * 2 * 2
CLAIM_SEC = 60.0
OPEN_CLAIM_SEC = 1.0
FIRST_PAGE_BYTES = 1_000_000
OPENS = 7


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--trials", type=int, default=10_000)
    trials = parser.parse_args().trials
    with scratch() as folder:
        repeats = max(1, trials // (TASKS * PER_TASK))
        job = make_job(
            folder / "job", _tasks(folder / "tasks"), Plan(AGENTS, repeats=repeats, steps=200, step_length=850)
        )
        files = list(job.glob("trials/*/trajectory.json"))
        size = sum(path.stat().st_size for path in files)
        print(f"{len(files):,} trajectories, {size / (1 << 30):.1f} GiB, {size / len(files) / 1000:.0f} KB each")
        copied = _copy(files, folder / "copied")
        built = _build(job, folder / "site")
        show("cp of the trajectories", [copied])
        show("headwater report", [built], CLAIM_SEC)
        print(f"headwater report took {built / copied:.1f} times what cp took")
        _open(folder / "site", folder)


def _tasks(folder: Path) -> dict[str, Task]:
    """Return fifty tasks, which are copies of the real ones under other names."""
    real = find_tasks(["pipelines"])
    found = {}
    for number in range(TASKS):
        model = real[number % len(real)]
        name = f"{model.config.id}-{number}"
        shutil.copytree(model.folder, folder / name)
        config = folder / name / "task.toml"
        config.write_text(config.read_text().replace(f'id = "{model.config.id}"', f'id = "{name}"'))
        task = read_task(folder / name)
        found[task.ref] = task
    return found


def _copy(files: list[Path], target: Path) -> float:
    target.mkdir()
    started = time.perf_counter()
    for number, path in enumerate(files):
        shutil.copyfile(path, target / str(number))
    took = time.perf_counter() - started
    shutil.rmtree(target)
    return took


def _build(job: Path, out: Path) -> float:
    started = time.perf_counter()
    subprocess.run([HEADWATER, "report", job, "-o", out], check=True, capture_output=True)
    return time.perf_counter() - started


def _open(site: Path, folder: Path) -> None:
    program = shutil.which("chromium")
    if program is None:
        print("chromium is not installed: how fast the site opens was not measured")
        return
    (folder / "empty.html").write_text("<!doctype html><title>empty</title>")
    trial = min((site / "trial").rglob("*.html"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=BROWSER_FLAGS)
        empty = _opens(browser, folder / "empty.html", "title")
        show("an empty page", empty)
        for name, page, wait, claim in (
            ("the first page, its ranking shown", site / "index.html", "#ranking tbody tr", OPEN_CLAIM_SEC),
            ("the list of all trials, its rows shown", site / "trials.html", "tbody tr", None),
            ("a trial's page and its 200 steps", trial, ".step >> nth=199", None),
        ):
            median = show(name, _opens(browser, page, wait), claim)
            print(f"  {median / statistics.median(empty):.1f} times the empty page")
        loaded = page_bytes(browser, site / "index.html")
        print(f"the first page loads {loaded:,} bytes (claim: {FIRST_PAGE_BYTES:,})")
        browser.close()


def _opens(browser: Browser, page: Path, wait: str) -> list[float]:
    """Return the seconds from requesting a page until an element exists, each time in a new browser context."""
    found = []
    for _ in range(OPENS):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        tab = context.new_page()
        started = time.perf_counter()
        tab.goto(page.as_uri() + ("#step-1" if "nth" in wait else ""), wait_until="commit")
        tab.wait_for_selector(wait, state="attached")
        found.append(time.perf_counter() - started)
        context.close()
    return found


def page_bytes(browser: Browser, page: Path) -> int:
    """Return the bytes of all files that a page loads before the reader does anything."""
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    paths: set[str] = set()
    tab.on("request", lambda request: paths.add(request.url.removeprefix("file://").partition("#")[0]))
    tab.goto(page.as_uri())
    tab.wait_for_timeout(1500)
    tab.close()
    return sum(Path(path).stat().st_size for path in paths if path.startswith("/"))


if __name__ == "__main__":
    main()
