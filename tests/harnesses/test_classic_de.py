"""The harness `classic-de` without building it; `test_classic_de_tools` uses its tools."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from tests.jobs.conftest import eventually

from headwater.harnesses import find_harness
from headwater.harnesses.classic_de import harness as module
from headwater.services import SERVICES, references

CLASSIC = find_harness("classic-de")
FOLDER = Path(module.__file__).parent


def test_the_lock_is_complete_except_for_a_parser_that_the_build_downloads() -> None:
    text = (FOLDER / "requirements.txt").read_text()
    locked = re.findall(r"^([\w.-]+)==", text, re.MULTILINE)
    assert len(locked) > 150
    assert text.count("--hash=sha256:") >= len(locked)
    assert "dbt-core-experimental-parser" not in locked
    request = re.findall(r"^([\w-]+)==([\d.]+)", (FOLDER / "requirements.in").read_text(), re.MULTILINE)
    assert len(request) > 6
    assert [f"{name}=={version}" for name, version in request if f"{name}=={version} " not in text] == []


def test_the_text_for_agents_has_at_most_fifteen_lines() -> None:
    lines = CLASSIC.system_text.splitlines()
    assert len(lines) <= 15
    for word in ("classic-check", "profile: postgres", "airflow dags test", "spark-submit", "POSTGRES_JDBC_URL", "GB"):
        assert word in CLASSIC.system_text
    assert "which is deleted at the end of the session" in " ".join(CLASSIC.system_text.split())


@pytest.mark.parametrize("services", [(), ("postgres",), ("clickhouse", "kafka")])
def test_the_harness_fits_any_task(services: tuple[str, ...]) -> None:
    assert CLASSIC.services == ()
    CLASSIC.require("pipelines/any", services, 4096)


def test_each_address_is_one_that_its_engine_has() -> None:
    refers = [each for env in CLASSIC.service_env.values() for value in env.values() for each in references(value)]
    assert {each.service for each in refers} == {"postgres", "clickhouse", "kafka"}
    for reference in refers:
        assert reference.service in SERVICES
        reference.require()


def test_its_python_does_not_replace_that_of_base() -> None:
    [folder] = CLASSIC.path
    programs = {path.name for path in (FOLDER / "files/bin").iterdir()}
    assert folder == f"{module._FILES}/bin"
    assert programs == {"airflow", "classic-check", "classic-python", "dbt", "pyspark", "spark-sql", "spark-submit"}


def test_of_first_commands_that_start_together_none_finds_half_a_file(tmp_path: Path) -> None:
    pipe, complete, target = tmp_path / "pipe", tmp_path / "whole", tmp_path / "home/new/target"
    os.mkfifo(pipe)
    complete.write_text("whole")

    def start(source: Path) -> subprocess.Popen[bytes]:
        script = f". {FOLDER}/files/lib/first_copy.sh; first_copy {source} {target}"
        return subprocess.Popen(["sh", "-euc", script])

    first = start(pipe)
    with pipe.open("w") as file:
        file.write("half")
        file.flush()
        assert eventually(lambda: target.parent.is_dir() and any(target.parent.iterdir()))
        assert not target.exists()
        assert start(complete).wait(timeout=60) == 0
    assert first.wait(timeout=60) == 0
    assert target.read_text() == "whole"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize(
    "path", [*(FOLDER / "files").rglob("bin/*"), *(FOLDER / "proofs").glob("*.sh")], ids=lambda path: path.name
)
def test_each_program_is_a_script_that_the_shell_can_read(path: Path) -> None:
    subprocess.run(["sh", "-n", path], check=True)


def test_the_fix_is_named_if_java_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    python = CLASSIC.layers[module._PYTHON]
    assert python.lacks() is None
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert str(python.lacks()) == "its Java is for x86_64 and aarch64, and this is riscv64; run on one of them"
