"""The memory that Headwater may use: that of the machine, or less in a control group with a limit."""

from __future__ import annotations

from pathlib import Path

import pytest

from headwater import memory
from headwater.harnesses import Harness

MIB = 1 << 20
UNLIMITED = "9223372036854771712"
"""The limit of a group of version 1 that has none."""


def within(folder: Path, monkeypatch: pytest.MonkeyPatch, own: str, limits: dict[str, str]) -> None:
    """Replace the control groups of this machine by files of the kernel's format."""
    (folder / "own").write_text(own)
    for path, limit in limits.items():
        (folder / "groups" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "groups" / path).write_text(f"{limit}\n")
    monkeypatch.setattr(memory, "_OWN_GROUPS", folder / "own")
    monkeypatch.setattr(memory, "_GROUPS", folder / "groups")


@pytest.mark.parametrize(
    ("own", "limits", "usable"),
    [
        pytest.param("0::/\n", {"memory.max": str(64 * MIB)}, 64 * MIB, id="a container of version 2"),
        pytest.param(
            "0::/a.slice/b.scope\n",
            {"a.slice/memory.max": str(32 * MIB), "a.slice/b.scope/memory.max": str(48 * MIB)},
            32 * MIB,
            id="a group in a smaller one",
        ),
        pytest.param(
            "0::/a.slice/b.scope\n",
            {"a.slice/memory.max": "max", "a.slice/b.scope/memory.max": str(48 * MIB)},
            48 * MIB,
            id="a group in one without a limit",
        ),
        pytest.param(
            "9:name=systemd:/\n4:cpu,memory:/docker/1\n0::/\n",
            {"memory/memory.limit_in_bytes": str(16 * MIB)},
            16 * MIB,
            id="a container of version 1 that does not see its path",
        ),
        pytest.param(
            "4:memory:/\n", {"memory/memory.limit_in_bytes": UNLIMITED}, memory.machine_memory(), id="no limit"
        ),
        pytest.param("0::/\n", {}, memory.machine_memory(), id="the root of version 2"),
    ],
)
def test_the_least_limit_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, own: str, limits: dict[str, str], usable: int
) -> None:
    within(tmp_path, monkeypatch, own, limits)
    assert memory.usable_memory() == usable


def test_a_harness_that_does_not_fit_into_its_container_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    within(tmp_path, monkeypatch, "0::/\n", {"memory.max": str(64 * MIB)})
    assert Harness(name="small", summary="", memory_mb=64).lacks(tmp_path) is None
    assert Harness(name="large", summary="", memory_mb=65).state(tmp_path) == (
        "its tools need 65 MiB of memory, and the control group or container of Headwater is limited to 64; "
        "raise its limit (docker run --memory, or memory.max)"
    )
