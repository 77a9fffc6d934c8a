"""Consequences of a trial's faults, by the state of the host."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from headwater.errors import InfraError
from headwater.records import DiskEvidence, HostEvidence, Status
from headwater.trials._faults import Consequence, Faults, describe
from headwater.trials._host import HostWatch, _explain_memory, is_filled_from_outside

AGAIN, COUNTS, EXCLUDED = Consequence.AGAIN, Consequence.COUNTS, Consequence.EXCLUDED


class Host(HostWatch):
    """This machine, which a test can make appear to be out of memory."""

    explains = ""

    def measure(self) -> HostEvidence:
        return super().measure().model_copy(update={"explains": self.explains})


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setattr("headwater.trials._host._WINDOW_SEC", 0.01)
    return Host(tmp_path, tmp_path, tmp_path)


@pytest.mark.parametrize(
    ("faults", "follows"),
    [
        ("before before", [AGAIN, EXCLUDED]),
        ("after after", [AGAIN, COUNTS]),
        ("before after after", [AGAIN, AGAIN, COUNTS]),
        ("after before after", [AGAIN, AGAIN, COUNTS]),
        ("after before before", [AGAIN, AGAIN, EXCLUDED]),
        ("host host", [AGAIN, EXCLUDED]),
        ("host after after", [AGAIN, AGAIN, COUNTS]),
        ("before host", [AGAIN, EXCLUDED]),
    ],
)
def test_a_fault_that_repeats_counts_unless_the_host_explains_it(
    faults: str, follows: list[Consequence], host: Host
) -> None:
    fault_log = Faults()
    for fault, consequence in zip(faults.split(), follows, strict=True):
        host.explains = "no memory" if fault == "host" else ""
        assert fault_log.note(InfraError("broke"), host, after_start=fault != "before") is consequence
    assert [each.after_start for each in fault_log.records] == [fault != "before" for fault in faults.split()]


def test_a_reason_is_one_line_and_the_trace_is_kept(tmp_path: Path, host: Host) -> None:
    faults = Faults()
    with pytest.raises(ValueError, match="red") as raised:
        Status("\n" + "red" * 5000)
    faults.note(raised.value, host, after_start=True)
    assert describe(raised.value).startswith("ValueError: ")
    assert len(faults.reason) == 600
    assert faults.reason.isprintable()
    faults.write(tmp_path / "faults.txt")
    assert "Traceback (most recent call last)" in (tmp_path / "faults.txt").read_text()


def test_no_file_is_written_without_faults(tmp_path: Path) -> None:
    Faults().write(tmp_path / "faults.txt")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("free", "own", "outside", "is_host"),
    [(5, 0, 900, True), (5, 900, 0, False), (5, 500, 400, False), (5, 300, 500, True), (900, 0, 5000, False)],
)
def test_files_that_a_trial_wrote_explain_no_fault(free: int, own: int, outside: int, is_host: bool) -> None:
    disk = DiskEvidence(of="job", free_mib=free, own_mib=own, outside_mib=outside)
    assert is_filled_from_outside(disk) is is_host


@pytest.mark.parametrize(
    ("available", "stalled", "explanation"),
    [(4000, 0.0, ""), (4000, None, ""), (300, None, "300 of 8000 MiB"), (4000, 60.0, "60 % of the time")],
)
def test_memory_explains_a_fault_if_the_host_has_none_left(
    available: int, stalled: float | None, explanation: str
) -> None:
    assert explanation in _explain_memory(8000, available, stalled)
    assert bool(explanation) is bool(_explain_memory(8000, available, stalled))


def test_the_machine_is_measured(tmp_path: Path) -> None:
    watch = HostWatch(tmp_path, tmp_path, tmp_path)
    (tmp_path / "written").write_bytes(b"x" * (8 << 20))
    started = time.monotonic()
    found = watch.measure()
    assert time.monotonic() - started >= 1
    assert [disk.own_mib for disk in found.disks] == [8]  # the home folder is on the same file system
    assert 0 < found.memory_available_mib <= found.memory_total_mib
    assert found.memory_stalled_pct is None or 0 <= found.memory_stalled_pct <= 100
