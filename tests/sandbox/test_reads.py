"""Headwater records which files programs in the sandbox open, however they open them."""

from __future__ import annotations

import os
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.sandbox.cell_functions import trace_within

from headwater.sandbox import Reads, ReadTrace, run_in_cell
from headwater.sandbox._requests import answer

WAYS = {
    "cat": "cat /data/a/one.csv >/dev/null",
    "a child of a child": "sh -c 'sh -c \"head -c 1 /data/a/one.csv\"'",
    "a link in the workspace": "ln -s /data/a/one.csv here && cat here",
    "a path with dots": "cat /data/b/../a/./one.csv",
    "a link from /proc": "cd /data/a && cat /proc/self/cwd/one.csv",
    "mapped": "python3 -c \"import mmap; mmap.mmap(open('/data/a/one.csv', 'rb').fileno(), 0, prot=1)[0]\"",
    "a copy": "cp /data/a/one.csv copy && rm copy",
    "redirection": "read line </data/a/one.csv",
}
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can trace reads")


def make_data(folder: Path) -> Path:
    data = folder / "data"
    for name in ("a/one.csv", "a/two.csv", "b/three.csv", "b/README.md"):
        path = data / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"what {name} says\n")
    return data


def trace(folder: Path, script: str, data: Path | None = None) -> Reads:
    reads: Reads = run_in_cell(trace_within, folder, data or make_data(folder), script, timeout_sec=300)
    return reads


def paths(reads: Reads) -> list[str]:
    assert reads.unknown == ""
    return [read.path for read in reads.files]


@needs_root
@pytest.mark.parametrize("script", [pytest.param(script, id=name) for name, script in WAYS.items()])
def test_each_way_to_open_a_file_is_seen(tmp_path: Path, script: str) -> None:
    assert paths(trace(tmp_path, script)) == ["a/one.csv"]


@needs_root
def test_files_come_in_the_order_of_first_reads(tmp_path: Path) -> None:
    reads = trace(tmp_path, "cat /data/b/three.csv /data/a/two.csv /data/b/three.csv; sleep 0.1; cat /data/a/one.csv")
    assert paths(reads) == ["b/three.csv", "a/two.csv", "a/one.csv"]
    assert reads.files[2].at_sec - reads.files[1].at_sec > 0.09, "times are rounded to milliseconds"
    assert reads.files[0].size_bytes == len("what b/three.csv says\n")


@needs_root
def test_looking_at_names_and_sizes_opens_nothing(tmp_path: Path) -> None:
    assert paths(trace(tmp_path, "find /data -type f -size +0 -ls; ls -lR /data; test -r /data/a/one.csv")) == []


@needs_root
def test_a_flood_of_requests_hides_no_other(tmp_path: Path) -> None:
    flood = "import os\nfor n in range(40000):\n  os.close(os.open('/data/a/one.csv', 0))\n"
    assert paths(trace(tmp_path, f'python3 -c "{flood}"; cat /data/b/three.csv')) == ["a/one.csv", "b/three.csv"]


@needs_root
def test_two_trials_on_one_folder_see_their_own_reads(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    scripts = [f"sleep 0.{n}; cat /data/a/{name}.csv; sleep 0.3" for n, name in enumerate(("one", "two"))]
    with ThreadPoolExecutor() as pool:
        both = pool.map(lambda n: trace(tmp_path / str(n), scripts[n], data), range(2))
    assert [paths(reads) for reads in both] == [["a/one.csv"], ["a/two.csv"]]


@needs_root
def test_names_that_are_not_text_are_escaped(tmp_path: Path) -> None:
    data = make_data(tmp_path)
    Path(os.fsdecode(os.fsencode(data) + b"/caf\xe9.csv")).write_text("x")
    assert paths(trace(tmp_path, "cat /data/caf*.csv", data)) == ["caf\\xe9.csv"]


def test_reads_are_unknown_without_a_separate_file_system(tmp_path: Path) -> None:
    assert ReadTrace(tmp_path, "the folder is the machine's").stop() == Reads(unknown="the folder is the machine's")


def test_a_cell_gets_the_reason_why_nothing_was_made() -> None:
    def refuse() -> int:
        raise PermissionError("refused")

    parent_end, cell_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with parent_end, cell_end:
        assert answer(parent_end, refuse) is None
        assert cell_end.recv(100) in (b"refused", b"only root can do this")
