"""The live view as a user starts it, queried directly and by a browser."""

from __future__ import annotations

import fcntl
import http.client
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.gateway.support import post, replaying, request_of, running, shell
from tests.report.conftest import OpenPage
from tests.report.made_job import AGENTS, Plan, make_job

from headwater.gateway import Protocol, Turn
from headwater.jobs import JobFolder
from headwater.records import PromptVariant
from headwater.tasks import Task
from headwater.trials import TrialPaths

pytestmark = pytest.mark.minutes


@dataclass(frozen=True)
class Answer:
    """A response of the server."""

    status: int
    headers: Mapping[str, str]
    body: str


@dataclass(frozen=True)
class View:
    """A running live view."""

    host: str
    port: int
    url: str

    def ask(self, path: str, method: str = "GET", **headers: str) -> Answer:
        """Send one request; ``Host`` is right unless given, and underscores in header names become hyphens."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        sent_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, headers={"Host": f"127.0.0.1:{self.port}", **sent_headers})
        response = connection.getresponse()
        body = response.read().decode()
        connection.close()
        return Answer(response.status, {name.lower(): value for name, value in response.getheaders()}, body)


@contextmanager
def view(*folders: Path, host: str = "127.0.0.1") -> Iterator[View]:
    """Run `headwater view` and yield the running view."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [Path(sys.executable).with_name("headwater"), "view", *folders, "--host", host, "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        assert process.stderr
        line = process.stdout.readline()
        assert line, process.stderr.read()
        yield View("127.0.0.1", port, line.split()[0])
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(20)
        process.communicate()


@pytest.fixture(scope="module")
def job(tmp_path_factory: pytest.TempPathFactory, tasks: dict[str, Task]) -> Path:
    """A job of four trials, one of which has not begun."""
    ref = "pipelines/broken-connection"
    plan = Plan(AGENTS, ("base",), (PromptVariant.BASELINE,), repeats=1, excluded_share=0)
    folder = make_job(tmp_path_factory.mktemp("live") / "job", {ref: tasks[ref]}, plan)
    last = sorted((folder / "trials").iterdir())[-1]
    shutil.move(last, folder.parent / "waiting")
    return folder


@pytest.fixture(scope="module")
def live(job: Path) -> Iterator[View]:
    with view(job) as found:
        yield found


@contextmanager
def at_work(job: Path) -> Iterator[TrialPaths]:
    """Make the job's last trial look running: its folder exists, and a process holds the job's lock."""
    name = next(spec.id for spec in JobFolder(job).config().trials if not JobFolder(job).is_finished(spec.id))
    paths = TrialPaths(job, name, partial=True)
    paths.state.mkdir(parents=True)
    with (job / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield paths
        finally:
            shutil.rmtree(paths.folder, ignore_errors=True)


def test_pages_are_those_of_the_site(live: View) -> None:
    overview = live.ask("/")

    assert overview.status == 200
    assert "Ranking" in overview.body
    assert live.ask("/tasks.html").status == 200
    assert live.ask("/data/trials.js").body.startswith('headwater.receive("')
    assert live.ask("/assets/site.css").headers["content-type"] == "text/css; charset=utf-8"
    assert "connect-src 'self'" in overview.headers["content-security-policy"]
    assert "unsafe" not in overview.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path",
    ["/nothing.html", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/../_live.py", "/trial//etc/passwd"],
)
def test_missing_objects_are_not_found(live: View, path: str) -> None:
    assert live.ask(path).status == 404


ELSEWHERE = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "10.0.0.1", "localhost.evil.example:7878"]


@pytest.mark.parametrize("host", ELSEWHERE)
def test_another_name_for_this_machine_is_refused(live: View, host: str) -> None:
    answer = live.ask("/", Host=host)

    assert answer.status == 403
    assert "Ranking" not in answer.body


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:7878"])
def test_loopbacks_own_names_are_served(live: View, host: str) -> None:
    assert live.ask("/", Host=host).status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_it_is_read_only(live: View, method: str) -> None:
    assert live.ask("/", method).status == 405


def test_another_site_may_link_here_but_load_nothing(live: View) -> None:
    load = live.ask("/data/trials.js", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="no-cors")
    link = live.ask("/", Sec_Fetch_Site="cross-site", Sec_Fetch_Mode="navigate")

    assert load.status == 403
    assert link.status == 200
    assert link.headers["cross-origin-resource-policy"] == "same-origin"
    assert "frame-ancestors 'self'" in link.headers["content-security-policy"]


def test_a_token_is_required_beyond_loopback(job: Path) -> None:
    with view(job, host="0.0.0.0") as found:
        token = found.url.partition("?token=")[2]
        assert len(token) >= 32
        assert found.ask("/").status == 401
        assert found.ask("/?token=wrong").status == 401
        assert "Ranking" not in found.ask("/data/trials.js").body

        let_in = found.ask(f"/?token={token}")
        assert (let_in.status, let_in.headers["location"]) == (302, "/")
        cookie = let_in.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))
        assert found.ask("/", Cookie=cookie.partition(";")[0]).status == 200
        assert found.ask("/", Cookie=cookie.partition(";")[0], Host="box.example:80").status == 200
        assert found.ask("/", Cookie="headwater=wrong").status == 401


def test_progress_phases_and_cost(job: Path, live: View) -> None:
    idle = live.ask("/live.html").body
    assert "interrupted" in idle
    assert "1 not run" in idle
    assert re.search(r"spent so far</dt><dd>\$\d", idle)

    with at_work(job) as paths:
        assert "starting state" in live.ask("/live.html").body
        paths.service_logs.mkdir()
        assert "services start" in live.ask("/live.html").body
        paths.agent_log.write_text("working\n")
        body = live.ask("/live.html").body
        assert "agent works" in body
        assert ">running<" in body
        paths.scratch.mkdir()
        assert "grading" in live.ask("/live.html").body


def test_a_running_trials_trajectory_grows_in_the_browser(job: Path, live: View, open_page: OpenPage) -> None:
    with at_work(job) as paths:
        paths.agent_log.write_text("<script>alert(1)</script> hello from the agent\n")
        with running(
            replaying(paths.folder, Turn(text="Looking.", calls=(shell("ls"),)), Turn(text="Now it is done."))
        ) as model:
            path, body = request_of(Protocol.ANTHROPIC, "Repair the loader.")
            answer = post(model.url + path, body).json()
            page = open_page(f"{live.url}live.html")
            page.locator("tbody a").first.click()
            expect(page.locator(".facts")).to_contain_text("agent works")
            expect(page.locator(".tail")).to_contain_text("hello from the agent")
            expect(page.locator(".trace")).to_contain_text("Looking.")
            assert "Now it is done." not in page.locator(".trace").inner_text()

            result = {"type": "tool_result", "tool_use_id": answer["content"][-1]["id"], "content": "load.py"}
            body["messages"] += [
                {"role": "assistant", "content": answer["content"]},
                {"role": "user", "content": [result]},
            ]
            post(model.url + path, body)
            with paths.agent_log.open("a") as log:
                log.write("and more\n")

            expect(page.locator(".trace")).to_contain_text("Now it is done.")
            expect(page.locator(".tail")).to_contain_text("and more")
            expect(page.locator(".facts")).to_contain_text("2")
            page.close()  # otherwise the page would request the removed trial again


def test_more_results_are_offered_and_a_finished_trial_is_led_to(job: Path, live: View, open_page: OpenPage) -> None:
    overview = open_page(live.url)
    expect(overview.locator(".news")).to_be_hidden()
    with at_work(job) as paths:
        name = paths.folder.name[1:].removesuffix(".partial")
        at_trial = open_page(f"{live.url}running/job/{name}.html")
        (job.parent / "waiting").rename(job / "trials" / name)
        shutil.rmtree(paths.folder)

        expect(overview.locator(".news")).to_be_visible()
        overview.locator(".news").click()
        expect(overview.locator("#ranking tbody tr")).to_have_count(4)
        expect(at_trial.locator(".verdict")).to_be_visible()


def test_a_port_that_is_taken(job: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        command = [Path(sys.executable).with_name("headwater"), "view", job, "--port", str(listener.getsockname()[1])]
        completed = subprocess.run(command, capture_output=True, text=True, check=False, timeout=400)

    assert completed.returncode == 2
    assert "choose another --port" in completed.stderr
    assert "Traceback" not in completed.stderr
