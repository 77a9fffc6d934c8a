"""The site in a browser, as a reader uses it from a folder without a network."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pyarrow as pa
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from tests.report.conftest import OpenPage

from headwater.analysis import load, write_table
from headwater.report._chunks import chunk
from headwater.report._format import NONE
from headwater.report.build import build_site

PHONE = 390


def trial_pages(site: Path) -> list[Path]:
    """Return the pages of graded trials."""
    return [path for path in sorted((site / "trial").rglob("*.html")) if "Trace" in path.read_text()]


def a_trace(site: Path) -> Path:
    """Return the page of a trial with a conversation."""
    return next(path for path in trial_pages(site) if "data-trace=" in path.read_text())


def swallower(real: Path) -> Path:
    """Return the page of a counterfeit that stops at the third gate."""
    return next(path for path in trial_pages(real) if "counterfeit-swallows" in path.name)


def one_of_each(real: Path, generated: Path) -> dict[str, Path]:
    """Return one page of each kind."""
    return {
        "overview": generated / "index.html",
        "tasks": generated / "tasks.html",
        "task": real / "task/pipelines.broken-connection.html",
        "trials": generated / "trials.html",
        "trial": swallower(real),
        "trace": a_trace(generated),
        "side by side": generated / "side-by-side.html",
        "compare": generated / "compare.html",
        "pair": min((generated / "compare/agent").iterdir()),
        "method": generated / "method.html",
    }


KINDS = ["overview", "tasks", "task", "trials", "trial", "trace", "side by side", "compare", "pair", "method"]
EACH_TIME = {"overview", "task", "trial", "trace"}
"""The kinds of pages that are looked at in `make test`."""


def settle(page: Page, kind: str) -> None:
    """Wait until a page has loaded its data."""
    if kind == "trials":
        page.locator("tbody tr").first.wait_for()
    if kind == "trace":
        page.locator("#trace").scroll_into_view_if_needed()
        page.locator(".step").first.wait_for()
    if kind == "overview":
        page.locator("#attrition .chart").scroll_into_view_if_needed()
        page.locator("#attrition .chart svg").wait_for()


@pytest.mark.parametrize(
    "kind", [each if each in EACH_TIME else pytest.param(each, marks=pytest.mark.minutes) for each in KINDS]
)
def test_pages_are_accessible_and_fit_a_phone(site: Path, made_site: Path, open_page: OpenPage, kind: str) -> None:
    path = one_of_each(site, made_site)[kind]
    for width, dark in ((1280, False), (PHONE, True)):
        page = open_page(path, width=width, dark=dark)
        settle(page, kind)
        found = Axe().run(page, options={"preload": False, "resultTypes": ["violations"]})
        assert not found.response["violations"], found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_from_the_overview_to_a_trial_and_back(site: Path, open_page: OpenPage) -> None:
    page = open_page(site / "index.html")
    expect(page.locator("#ranking tbody tr")).to_have_count(2)
    page.locator("#ranking").get_by_role("link", name="oracle").click()

    expect(page.get_by_role("heading", name="Trials")).to_be_visible()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("tbody a").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("oracle on Broken connection")
    expect(page.locator(".verdict")).to_contain_text("5/5")
    page.locator(".crumbs a", has_text="pipelines/broken-connection").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Broken connection")
    page.go_back()
    expect(page.locator(".verdict")).to_be_visible()


def test_the_page_of_a_trial_shows_why_it_stopped_and_its_changes(site: Path, open_page: OpenPage) -> None:
    page = open_page(swallower(site))

    expect(page.locator(".steps .stopped")).to_contain_text("robust")
    expect(page.locator(".check.failed").first).to_contain_text("the loader exited with 0")
    expect(page.locator("#changes .file").first).to_contain_text("init.sql")
    assert page.locator("#changes .added").count() > 3
    numbers = page.locator("#changes .file").first.locator(".added i:nth-child(2)").all_inner_texts()
    assert [int(number) for number in numbers] == sorted({int(number) for number in numbers})
    expect(page.locator(".verdict .reason")).to_contain_text("It must stop at the gate robust.")
    expect(page.locator("#logs")).to_contain_text("postgres.err")
    link = page.locator("a[rel=next], a[rel=prev]").first  # the first and the last trial have only one link
    page.keyboard.press(link.get_attribute("data-key") or "")
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("swallows-errors")


def test_tasks_are_filtered_sorted_and_linked(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "tasks.html")
    visible_rows = page.locator("#tasks tbody tr:visible")
    expect(visible_rows).to_have_count(3)

    page.get_by_label("tier").select_option("tier-2")
    expect(visible_rows).to_have_count(1)
    expect(page.locator(".filters .count")).to_have_text("1 of 3")
    assert page.url.endswith("#tier=tier-2")
    page.reload()
    expect(visible_rows).to_have_count(1)

    page.get_by_label("tier").select_option("")
    page.get_by_label("competency").select_option("environment-setup")
    expect(visible_rows).to_have_count(1)
    page.get_by_label("competency").select_option("")
    page.get_by_label("Search tasks").fill("idempotent")
    expect(visible_rows).to_have_count(1)

    page.get_by_label("Search tasks").fill("")
    page.get_by_role("button", name="difficulty").click()
    hardest = [float(text) for text in page.locator("#tasks tbody tr td:nth-child(5)").all_inner_texts()]
    assert hardest == sorted(hardest, reverse=True)


def test_trials_are_filtered_sorted_and_paged(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "trials.html", "#agent=example-code:large-1")
    rows = page.locator("tbody tr")
    expect(rows).to_have_count(24)

    page.get_by_role("button", name="cost").click()
    page.get_by_role("button", name="score").click()
    scores = page.locator("tbody tr td:nth-child(3)").all_inner_texts()
    numbers = [float(score) for score in scores if score != "infra error"]
    assert numbers == sorted(numbers, reverse=True)

    page.get_by_label("prompt").select_option("informed")
    page.get_by_label("Search trials").fill("csv-ingest")
    expect(rows).to_have_count(4)
    page.get_by_label("Search trials").fill("no such thing")
    expect(page.locator(".pager")).to_contain_text("No trial fits.")


def test_on_a_phone_gates_and_score_are_seen_without_scrolling(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "trials.html", width=PHONE)
    page.locator("tbody tr").first.wait_for()
    for column in (1, 2, 3):
        box = page.locator(f"tbody tr:first-child > :nth-child({column})").bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE
    assert page.locator("thead th").all_inner_texts()[1:3] == ["gates", "score"]


def background(page: Page, selector: str) -> str:
    """Return the colour of the first matching element."""
    color: str = page.locator(selector).first.evaluate("(element) => getComputedStyle(element).backgroundColor")
    return color


def test_the_legend_has_the_colours_of_the_gates(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "trials.html")
    page.locator("tbody tr").first.wait_for()
    keys = page.locator(".legend .key").all_inner_texts()
    assert keys == ["functional", "correct", "robust", "performant", "production", "stopped here", "not reached"]
    marks = ("i.g1", "i.g2", "i.g3", "i.g4", "i.g5", "i.stop")
    colours = [background(page, f".legend {mark}") for mark in marks]
    assert colours == [background(page, f"tbody .gates {mark}") for mark in marks]
    assert len(set(colours)) == len(marks)


def test_lines_that_changed_have_a_colour(site: Path, open_page: OpenPage) -> None:
    page = open_page(swallower(site))
    page.locator("#changes .file").first.wait_for()
    same, added, removed = (background(page, f"#changes .diff .{kind}") for kind in ("same", "added", "removed"))
    assert len({same, added, removed}) == 3


def test_filtered_trials_are_exported(made_site: Path, open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page(made_site / "trials.html", "#agent=example-code:large-1")
    page.get_by_label("prompt").select_option("informed")
    count = page.locator("tbody tr").count()

    with page.expect_download() as download:
        page.get_by_role("button", name="Download CSV").click()
    download.value.save_as(tmp_path / "trials.csv")

    with (tmp_path / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count > 0
    assert {(row["agent"], row["prompt"]) for row in rows} == {("example-code:large-1", "informed")}
    first_row = page.locator("tbody tr").first
    expect(first_row).to_contain_text(rows[0]["task"])
    expect(first_row).to_contain_text(rows[0]["miss"])


def test_two_trials_are_shown_side_by_side(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "trials.html")
    boxes = page.get_by_role("checkbox")
    for number in (0, 1, 2):
        boxes.nth(number).check()
    assert page.locator("tbody input:checked").count() == 2
    page.get_by_role("link", name="Side by side").click()

    frames = [page.frame_locator("iframe").nth(number) for number in (0, 1)]
    for frame in frames:
        expect(frame.locator(".verdict")).to_be_visible()
        expect(frame.locator("header.top")).to_be_hidden()
    page.locator("nav.local a", has_text="Changes").click()
    expect(frames[1].locator("#changes")).to_be_in_viewport()


def test_an_address_without_trials_shows_no_frame(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "side-by-side.html", "#left=https://example.com/&right=trial/../index.html")

    expect(page.locator("[data-pair]")).to_contain_text("No two trials are named")
    expect(page.locator("iframe")).to_have_count(0)


def test_trials_of_a_table_are_listed_without_pages(tmp_path: Path, made_job: Path, open_page: OpenPage) -> None:
    table = load([made_job]).table
    without = [None] * table.num_rows
    for name in ("score", "dec_bench_score"):
        table = table.set_column(table.column_names.index(name), name, pa.array(without, pa.float64()))
    write_table(table, tmp_path / "trials.csv")
    build_site([tmp_path / "trials.csv"], tmp_path / "site")

    page = open_page(tmp_path / "site/trials.html")

    expect(page.locator("tbody tr")).to_have_count(96)
    expect(page.locator("tbody a")).to_have_count(0)
    expect(page.locator("tbody tr td:nth-child(3)").first).to_have_text(NONE)


def test_the_ranking_is_sorted_by_the_requested_column(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "index.html")
    page.locator("#ranking").get_by_role("button", name="median cost").click()
    column = 1 + page.locator("#ranking thead th").all_inner_texts().index("median cost")
    costs = page.locator(f"#ranking tbody tr > :nth-child({column})").all_inner_texts()
    assert costs == sorted(costs, key=lambda cost: -float(cost.removeprefix("$")))
    assert len(set(costs)) > 1


def test_a_trace_is_searched_filtered_and_linked(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(a_trace(made_site), "#step-5")
    steps = page.locator(".step:visible")
    expect(page.locator("#step-5")).to_have_class("step agent at")
    total = steps.count()
    assert total == 24

    page.keyboard.press("/")
    page.keyboard.type("--try 7")
    expect(steps).to_have_count(1)
    expect(page.locator(".tools .count")).to_have_text("1 of 24 steps")
    assert page.evaluate("CSS.highlights.get('found').size") == 1
    page.get_by_label("Search the trace").fill("")

    page.get_by_label("Tool", exact=True).select_option("bash")
    expect(steps).not_to_have_count(total)
    # Text of steps outside the window is not rendered, so it has no inner text.
    assert set(page.locator(".step:visible .call .label").all_text_contents()) == {"bash"}
    page.get_by_label("Tool", exact=True).select_option("")

    page.get_by_label("results").uncheck()
    expect(page.locator(".part.result:visible")).to_have_count(0)
    expect(page.locator(".part.call:visible").first).to_be_visible()


def test_a_trace_plays_and_goes_by_keys(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(a_trace(made_site), "#step-5")
    page.locator("#step-5.at").wait_for()

    page.keyboard.press("j")
    page.locator("#step-6.at").wait_for()
    page.keyboard.press("k")
    page.locator("#step-5.at").wait_for()
    page.get_by_label("Pace").select_option("16/s")
    page.get_by_role("button", name="Play").click()
    page.locator("#step-24.at").wait_for()
    expect(page.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize(
    ("content", "message"),
    [(chunk('{"steps": [{"step_'), "cannot be shown"), (chunk("{}"), "no list of steps")],
    ids=["cut off", "no steps"],  # the bytes of a chunk may differ between two test processes, which compare test ids
)
def test_a_damaged_trajectory_is_reported(
    made_site: Path, tmp_path: Path, open_page: OpenPage, content: bytes, message: str
) -> None:
    path = a_trace(made_site)
    shutil.copytree(made_site / "assets", tmp_path / "assets")
    page_copy = tmp_path / path.relative_to(made_site)
    trace = tmp_path / "data/trace" / path.parent.name / f"{path.stem}.js"
    for file, data in ((page_copy, path.read_bytes()), (trace, content)):
        file.parent.mkdir(parents=True)
        file.write_bytes(data)

    page = open_page(page_copy, "#step-1")

    expect(page.locator("#trace .empty")).to_contain_text(message)


def test_charts_show_values_and_have_tables(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "index.html")
    settle(page, "overview")

    page.locator("#attrition .chart svg path[aria-roledescription=point]").first.hover()
    expect(page.locator(".tip")).to_contain_text("95% interval")
    page.get_by_text("The figures", exact=True).click()
    expect(page.locator("#attrition table tbody tr")).to_have_count(4)


def test_pairs_are_compared_task_by_task(made_site: Path, open_page: OpenPage) -> None:
    page = open_page(made_site / "compare.html")
    expect(page.locator("#agent tbody tr")).to_have_count(6)
    expect(page.locator("#harness tbody tr")).to_have_count(1)

    page.locator("#agent tbody a").first.click()

    expect(page.locator("#tasks tbody tr")).to_have_count(12)
    expect(page.locator(".facts")).to_contain_text("tasks shared")


def test_the_readers_choice_of_theme_lasts(site: Path, open_page: OpenPage) -> None:
    page = open_page(site / "index.html")
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")

    page.get_by_role("button", name="Change between light and dark").click()
    after = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert after != before
    page.goto((site / "tasks.html").as_uri())
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == after


def test_the_keyboard_reaches_everything_that_the_mouse_does(site: Path, open_page: OpenPage) -> None:
    page = open_page(site / "tasks.html")

    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("Search tasks")).to_be_focused()
