from __future__ import annotations

from pathlib import Path

from headwater.suites.warehouse._times import TIME, set_times, write_again


def test_no_file_tells_when_it_was_changed(tmp_path: Path) -> None:
    for name in ("models/b.sql", "models/a.sql", "raw.duckdb"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    set_times(tmp_path)
    (tmp_path / "models/a.sql").write_text("broken")
    before = {path: path.stat().st_ino for path in tmp_path.rglob("*") if path.is_file()}
    write_again(tmp_path)
    assert {path.stat().st_mtime for path in (tmp_path, *tmp_path.rglob("*"))} == {TIME}
    assert {path.name: path.read_text() for path in before} == {
        "b.sql": "models/b.sql",
        "a.sql": "broken",
        "raw.duckdb": "raw.duckdb",
    }
    written = {path: path.stat().st_ino for path in before if path.suffix == ".sql"}
    assert not set(written.values()) & set(before.values())
