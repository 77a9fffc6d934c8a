"""Copies of single files from layers."""

from __future__ import annotations

from pathlib import Path

from headwater.trials import LeftFiles, copy_left


def test_a_file_of_an_agent_is_limited_by_its_disk_limit(tmp_path: Path) -> None:
    """A sparse file takes no space in its layer, but its full size in a copy; shipped files have no limit."""
    upper, lower, target = (tmp_path / name for name in ("upper", "lower", "target"))
    for folder in (upper, lower, target):
        folder.mkdir()
    with (upper / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    (lower / "shipped").write_bytes(b"x" * 11)
    copied = copy_left(lambda _: None, (upper, lower), ("shipped", "sparse"), target, 10)
    assert copied == LeftFiles(("shipped",), "sparse has 1,099,511,627,776 bytes, more than the agent could write")
    assert [path.name for path in target.iterdir()] == ["shipped"]


def test_the_uppermost_layer_that_has_the_name_decides(tmp_path: Path) -> None:
    layers = tuple(tmp_path / name for name in ("upper", "middle", "lower"))
    for folder in (*layers, target := tmp_path / "target"):
        folder.mkdir()
    for folder, name in ((layers[1], "both"), (layers[2], "both"), (layers[2], "hidden"), (layers[2], "below")):
        (folder / name).write_text(folder.name)
    (layers[0] / "hidden").symlink_to(layers[2] / "hidden")
    assert copy_left(lambda _: None, layers, ("both", "hidden", "below"), target, 10).names == ("both", "below")
    assert (target / "both").read_text() == "middle"

    # If the kernel refuses an overlay, the upper folder is a full copy: any file missing from it was removed.
    (tmp_path / "upper.whole").touch()
    assert copy_left(lambda _: None, layers, ("both",), target, 10) == LeftFiles(())
