"""A limit on the bytes and files that a trial writes; its programs see it as a full disk."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

import pytest
from tests.sandbox.cell_functions import ScriptOutput, run_within

from headwater.sandbox import User, owner_of, run_in_cell
from headwater.sandbox._disks import files_for


@pytest.fixture(autouse=True)
def _needs_disks(tmp_path: Path) -> None:
    folder = tmp_path / "probe"
    folder.mkdir()
    _, lacks, _ = run_in_cell(run_within, folder, "true", 16, timeout_sec=400)
    if lacks:
        pytest.skip(lacks)


def within(folder: Path, script: str, limit_mb: int = 16) -> tuple[ScriptOutput, bool]:
    output, _, full = run_in_cell(run_within, folder, script, limit_mb, timeout_sec=400)
    return output, full


def test_a_program_sees_a_full_disk_at_its_limit_and_continues(tmp_path: Path) -> None:
    output, full = within(tmp_path, "head -c 100M /dev/zero > big; echo $?; rm big; echo fits > small; cat small")
    assert output.out.split() == ["1", "fits"]
    assert "No space left on device" in output.err
    assert not full
    assert (tmp_path / "state/workspace/small").read_text() == "fits\n"


def test_a_state_holds_its_seeded_content(tmp_path: Path) -> None:
    output, _ = within(tmp_path, "head -c 15M /dev/zero > big && echo fits")
    assert output.out == "fits\n"


def test_many_small_files_have_the_same_limit(tmp_path: Path) -> None:
    script = "for n in $(seq 40); do head -c 1M /dev/zero > big-$n || break; done; ls | wc -l"
    output, full = within(tmp_path, script)
    assert 15 <= int(output.out) <= 20
    assert "No space left on device" in output.err
    assert full


def test_the_number_of_files_is_limited_as_well(tmp_path: Path) -> None:
    program = """import os
made = 0
try:
    while True:
        os.mknod(f"f{made}")
        made += 1
except OSError as error:
    print(made, os.strerror(error.errno))"""
    output, full = within(tmp_path, f"python3 -c '{program}'")
    file_count, _, message = output.out.strip().partition(" ")
    assert message == "No space left on device"
    assert files_for(16) * 0.9 < int(file_count) <= files_for(16) * 1.1
    assert full
    assert len(list((tmp_path / "state/workspace").iterdir())) == int(file_count)


def test_everything_about_files_is_kept(tmp_path: Path) -> None:
    script = """
        mkdir -p a/b; echo text > a/b/file; chmod 640 a/b/file; ln a/b/file a/linked; ln -s /nowhere a/dangling
        mkfifo a/pipe; touch -d '2020-01-02 03:04:05 UTC' a/b/file; truncate -s 14M a/holes
        python3 -c "import os; os.setxattr('a/b/file', 'user.mark', b'x')"
    """
    output, _ = within(tmp_path, script)
    assert output.err == ""
    folder = tmp_path / "state/workspace/a"
    file = folder / "b/file"
    status = file.stat()
    assert (file.read_text(), oct(status.st_mode), status.st_mtime) == ("text\n", "0o100640", 1577934245)
    assert (status.st_uid, status.st_nlink) == (owner_of(User.AGENT), 2)
    assert os.getxattr(file, "user.mark") == b"x"
    assert (folder / "linked").stat().st_ino == status.st_ino
    assert (folder / "dangling").readlink() == Path("/nowhere")
    assert (folder / "pipe").is_fifo()
    assert (folder / "holes").stat().st_blocks == 0


def test_an_unreachable_chain_of_folders_does_not_exclude_the_rest(tmp_path: Path) -> None:
    script = "echo kept > first; for n in $(seq 60); do mkdir $(printf 'd%.0s' $(seq 200)); cd d*; done; echo deep"
    output, _ = within(tmp_path, script)
    assert output.out == "deep\n"
    assert (tmp_path / "state/workspace/first").read_text() == "kept\n"


def test_memory_has_limits_on_files_too(tmp_path: Path) -> None:
    program = """import os
for folder in ("/tmp", "/dev/shm", os.environ["HOME"]):
    found = os.statvfs(folder)
    print(folder, found.f_files, found.f_blocks * found.f_frsize >> 20)"""
    output, _ = within(tmp_path, f"python3 -c '{program}'; touch /dev/new")
    lines = [line.split() for line in output.out.splitlines()]
    assert [folder for folder, _, _ in lines] == ["/tmp", "/dev/shm", "/home/agent"]
    assert {(files, size) for _, files, size in lines} == {("100000", "1024")}
    assert "Read-only file system" in output.err


def test_no_loop_device_and_no_image_is_left(tmp_path: Path) -> None:
    within(tmp_path, "echo written > file")
    assert sorted(path.name for path in (tmp_path / "state").iterdir()) == ["workspace"]
    deadline = time.monotonic() + 60
    while is_backing(tmp_path) and time.monotonic() < deadline:  # the file is removed in the background
        time.sleep(0.05)
    assert not is_backing(tmp_path)


def is_backing(folder: Path) -> bool:
    found = []
    for path in Path("/sys/block").glob("loop*/loop/backing_file"):
        with contextlib.suppress(OSError):
            found.append(path.read_text())
    return any(str(folder) in each for each in found)
