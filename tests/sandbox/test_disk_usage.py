"""The disk usage of a folder that an agent may have filled with anything."""

from __future__ import annotations

import os
from pathlib import Path

from headwater.sandbox import disk_usage


def test_links_are_counted_and_never_followed(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    for folder in (outside, inside / "nested"):
        folder.mkdir(parents=True)
    (outside / "large").write_bytes(b"x" * (4 << 20))
    (inside / "nested/file").write_bytes(b"x" * (1 << 20))
    for name, target in {
        "out": "../outside",
        "self": ".",
        "loop": "loop",
        "none": "missing",
        "long": "0" * 4000,
    }.items():
        (inside / name).symlink_to(target)
    os.mkfifo(inside / "pipe")
    used = disk_usage(inside)
    assert 1 << 20 <= used.size_bytes < 2 << 20
    assert used.files == 8
    assert disk_usage(tmp_path / "missing") == (0, 0)
