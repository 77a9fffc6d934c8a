"""The libraries that notebooks use can read all written formats."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
import zlib
from pathlib import Path

import pandas as pd
import pytest
from PIL import Image

from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers._stored import stored_zlib
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, UNICODE_TEXT, Style, csv_bytes
from headwater.suites.discovery.corpus._writers.png import chart_bytes

TABLE = pd.DataFrame(
    {
        "day": pd.to_datetime(["2023-01-31", None]),
        "time": pd.to_datetime(["2023-01-31 17:45", "2023-02-01 00:00"]),
        "place": ["Süd; Ost", None],
        "count": [3, 4],
        "value": [1.5, float("nan")],
        "is_open": [True, False],
    }
)


@pytest.mark.parametrize(
    ("style", "lines"),
    [
        (Style(), ["2023-01-31,2023-01-31 17:45,Süd; Ost,3,1.5,true", ",2023-02-01 00:00,,4,,false"]),
        (OFFICE, ['31.01.2023;31.01.2023 17:45;"Süd; Ost";3;1,5;true', ";01.02.2023 00:00;;4;;false"]),
        (MAINFRAME, ["20230131|202301311745|Süd; Ost|3|1.5|true", "NULL|202302010000|NULL|4|NULL|false"]),
        (BRITISH, ["31/01/2023,31/01/2023 17:45,Süd; Ost,3,1.5,true", "n/a,01/02/2023 00:00,n/a,4,n/a,false"]),
    ],
)
def test_csv_has_the_marks_of_its_dialect(style: Style, lines: list[str]) -> None:
    text = csv_bytes(TABLE, style).decode(style.encoding)
    header = style.separator.join(TABLE.columns)
    assert text == style.newline.join([header, *lines, ""])


def test_utf_16_and_lines_before_the_header_are_read_by_pandas() -> None:
    style = Style("\t", encoding="utf-16", preamble=("first",))
    read = pd.read_csv(io.BytesIO(csv_bytes(TABLE, style)), sep="\t", encoding="utf-16", skiprows=1)
    assert read["place"].tolist()[0] == "Süd; Ost"
    assert csv_bytes(TABLE, UNICODE_TEXT).startswith(b"\xff\xfed\0a\0y\0")


def test_zlib_streams_of_any_length_are_valid() -> None:
    for length in (0, 1, 65535, 65536, 200_000):
        content = bytes(number % 251 for number in range(length))
        assert zlib.decompress(stored_zlib(content)) == content


def test_other_formats_are_read_back(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.parquet("a.parquet", TABLE)
    folder.jsonl("a.jsonl", TABLE)
    folder.sqlite("deep/a.db", {"rows": TABLE})
    folder.xlsx("a.xlsx", {"rows": TABLE, "more": TABLE}, ("Unit: kWh",))
    folder.pdf("a.pdf", "Report", ["Paragraph é €", TABLE[["count"]]])
    read = pd.read_parquet(tmp_path / "a.parquet").astype({"day": TABLE["day"].dtype, "time": TABLE["time"].dtype})
    pd.testing.assert_frame_equal(read, TABLE)
    first, second = map(json.loads, (tmp_path / "a.jsonl").read_text("utf-8").splitlines())
    assert first["day"] == "2023-01-31"
    assert first["time"] == "2023-01-31T17:45:00"
    assert second["day"] is second["place"] is second["value"] is None
    with sqlite3.connect(tmp_path / "deep/a.db") as connection:
        rows = connection.execute('SELECT place, "count", value, is_open FROM rows').fetchall()
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert rows == [("Süd; Ost", 3, 1.5, 1), (None, 4, None, 0)]
    sheet = pd.read_excel(tmp_path / "a.xlsx", skiprows=1, engine="openpyxl")
    assert sheet["value"].tolist()[0] == 1.5
    assert sheet["time"].tolist() == TABLE["time"].tolist()
    with zipfile.ZipFile(tmp_path / "a.xlsx") as archive:
        assert {member.compress_type for member in archive.infolist()} == {zipfile.ZIP_STORED}
    assert b"(Paragraph" in (tmp_path / "a.pdf").read_bytes()


def test_a_chart_is_a_picture_with_its_lines() -> None:
    picture = Image.open(io.BytesIO(chart_bytes("Load", {"one": [1, 2, 3], "two": [3, 1, 2]})))
    picture.load()
    colors = {color for _, color in picture.convert("RGB").getcolors() or ()}
    assert {(31, 119, 180), (255, 127, 14)} <= colors


def test_a_file_is_written_once(tmp_path: Path) -> None:
    Folder(tmp_path).text("a.txt", "one")
    with pytest.raises(FileExistsError):
        Folder(tmp_path).text("a.txt", "two")
