from __future__ import annotations

import os
from pathlib import Path

from headwater.snapshots._normalize import files_of, normalize

TIME = 1_000_000_000.0


def test_no_file_reveals_when_it_was_changed(tmp_path: Path) -> None:
    base, layer = tmp_path / "base", tmp_path / "layer"
    for name in ("models/b.sql", "models/a.sql", "raw.duckdb", "models/gone.sql"):
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).write_text(name)
    os.utime(base, (TIME, TIME))
    (layer / "models").mkdir(parents=True)
    (layer / "models/a.sql").write_text("broken")
    before = {path.stat().st_ino for path in (*base.rglob("*"), *layer.rglob("*"))}
    files = ["models/a.sql", "models/b.sql", "raw.duckdb"]
    normalize(base, layer, files)
    assert files_of(layer) == files
    assert [(layer / name).read_text() for name in files] == ["broken", "models/b.sql", "raw.duckdb"]
    assert {path.stat().st_mtime for path in (layer, *layer.rglob("*"))} == {TIME}
    assert not {(layer / name).stat().st_ino for name in files} & before
    assert (base / "models/a.sql").read_text() == "models/a.sql"


def test_programs_and_links_keep_their_kind(tmp_path: Path) -> None:
    base, layer = tmp_path / "base", tmp_path / "layer"
    base.mkdir()
    layer.mkdir()
    for name in ("changed.sh", "kept.sh"):
        (base / name).write_text("true")
        (base / name).chmod(0o755)
    (layer / "changed.sh").write_text("false")
    (layer / "new.sh").write_text("true")
    (layer / "new.sh").chmod(0o711)
    (base / "link.sh").symlink_to("kept.sh")
    assert files_of(base) == ["changed.sh", "kept.sh"]
    normalize(base, layer, ["changed.sh", "kept.sh", "new.sh"])
    assert [oct((layer / name).stat().st_mode)[-3:] for name in files_of(layer)] == ["755", "755", "711"]
