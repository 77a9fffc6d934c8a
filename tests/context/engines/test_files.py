"""Folders of data files are read, whatever their content, and queries have no access to files."""

from __future__ import annotations

import os
import sqlite3
import threading
import zipfile
from pathlib import Path

import duckdb
import pytest
from tests.context.engines.scanning import Notes, profile_of

from headwater.context._scan import ScanRequest, scan
from headwater.context.catalog import Catalog, Origin, Range, TableKind, TypeKind
from headwater.context.engines import QueryRefused, ReadLimits, open_reader
from headwater.context.engines._stage import _is_deep
from headwater.context.engines._walk import find_files, opened
from headwater.errors import UserError

_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(path: Path, sheets: dict[str, list[list[object]]], raw: str = "", padding: int = 0) -> None:
    """Write a small .xlsx; ``raw`` replaces the first sheet's rows, ``padding`` adds a file of zero bytes."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "_rels/.rels",
            f'<Relationships xmlns="{_PACKAGE}"><Relationship Id="r" Type="{_OFFICE}/officeDocument"'
            ' Target="xl/workbook.xml"/></Relationships>',
        )
        names = "".join(f'<sheet name="{name}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1))
        archive.writestr(
            "xl/workbook.xml", f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}"><sheets>{names}</sheets></workbook>'
        )
        links = "".join(
            f'<Relationship Id="r{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
            for n in range(1, len(sheets) + 1)
        )
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{_PACKAGE}">{links}</Relationships>')
        for number, rows in enumerate(sheets.values(), 1):
            data = raw if raw and number == 1 else "".join(_row(n, row) for n, row in enumerate(rows, 1))
            archive.writestr(
                f"xl/worksheets/sheet{number}.xml",
                f'<worksheet xmlns="{_SHEET}"><sheetData>{data}</sheetData></worksheet>',
            )
        if padding:
            with archive.open("xl/media/x.bin", "w") as member:
                for _ in range(padding >> 20):
                    member.write(b"\0" * (1 << 20))


def _row(number: int, cells: list[object]) -> str:
    written = ""
    for letter, cell in zip("ABCDEF", cells, strict=False):
        if isinstance(cell, str):
            written += f'<c r="{letter}{number}" t="inlineStr"><is><t>{cell}</t></is></c>'
        elif cell is not None:
            written += f'<c r="{letter}{number}"><v>{cell}</v></c>'
    return f'<row r="{number}">{written}</row>'


def scanned(folder: Path, previous: Catalog | None = None, notes: Notes | None = None) -> Catalog:
    return scan([ScanRequest("lake", str(folder))], Path("/"), previous or Catalog(), 60, notes or Notes())


@pytest.fixture
def lake(tmp_path: Path) -> Path:
    folder = tmp_path / "lake"
    (folder / "sales").mkdir(parents=True)
    customers = "".join(f"{i},n{i},{['oslo', 'rome'][i % 2]}\n" for i in range(1, 101))
    (folder / "sales/customers.csv").write_text("customer_id,name,city\n" + customers)
    orders = "".join(f"{i}\t{1 + i * 7 % 100}\t{i / 4}\t2024-01-{10 + i % 18}\n" for i in range(1, 401))
    (folder / "sales/orders.tsv").write_text("order_id\tcustomer_id\tamount\tday\n" + orders)
    duckdb.sql("select range + 1 as product_id, 'p' || range as name from range(50)").write_parquet(
        str(folder / "products.parquet")
    )
    (folder / "events.jsonl").write_text('{"id":1,"product_id":3,"at":{"x":[1,2]}}\n{"id":2,"product_id":4}\n')
    workbook(
        folder / "regions.xlsx", {"Regions": [["region", "manager", "n"], ["north", "Ann", 1], ["south", "Bob", 2]]}
    )
    workbook(folder / "two.xlsx", {"One": [["a", "b"], [1, 2]], "Two & more".replace("&", "and"): [["c"], [3]]})
    with sqlite3.connect(folder / "app.sqlite") as connection:
        connection.executescript(
            """
            create table users (id integer primary key, name text, joined date, mixed integer);
            create table posts (id integer primary key, user_id integer references users);
            create view v as select * from users;
            insert into users values (1, 'a', '2024-01-01', 3), (2, 'b', '2024-02-01', 'no number');
            insert into posts values (1, 1), (2, 2);
            """
        )
    return folder


def test_every_kind_of_file_is_read(lake: Path) -> None:
    catalog = scanned(lake)
    assert {table.name.name: table.rows for table in catalog.tables} == {
        "app.sqlite#posts": 2,
        "app.sqlite#users": 2,
        "events.jsonl": 2,
        "products.parquet": 50,
        "regions.xlsx": 2,
        "sales/customers.csv": 100,
        "sales/orders.tsv": 400,
        "two.xlsx#One": 1,
        "two.xlsx#Two and more": 1,
    }
    assert {table.kind for table in catalog.tables} == {TableKind.FILE}
    assert not [table.problem for table in catalog.tables if table.problem]
    orders = catalog.find("sales/orders.tsv")[0]
    assert [column.kind for column in orders.columns] == [
        TypeKind.INTEGER,
        TypeKind.INTEGER,
        TypeKind.FLOAT,
        TypeKind.DATE,
    ]
    assert profile_of(orders, "amount").range == Range(0.25, 100.0)
    assert [column.name for column in catalog.find("regions.xlsx")[0].columns] == ["region", "manager", "n"]
    users = catalog.find("app.sqlite#users")[0]
    assert [column.native_type for column in users.columns] == ["BIGINT", "VARCHAR", "DATE", "VARCHAR"]


def test_keys_run_across_files_and_those_of_sqlite_are_declared(lake: Path) -> None:
    catalog = scanned(lake)
    references = {(key.table.name, key.columns, key.to_table.name, key.origin) for key in catalog.foreign_keys}
    assert references == {
        ("sales/orders.tsv", ("customer_id",), "sales/customers.csv", Origin.INFERRED),
        ("events.jsonl", ("product_id",), "products.parquet", Origin.INFERRED),
        ("app.sqlite#posts", ("user_id",), "app.sqlite#users", Origin.DECLARED),
    }


def test_unchanged_files_are_not_read_again(lake: Path) -> None:
    first = scanned(lake)
    unchanged, touched, changed = Notes(), Notes(), Notes()
    assert scanned(lake, first, unchanged) == first
    assert not unchanged.reused
    os.utime(lake / "sales/customers.csv")
    second = scanned(lake, first, touched)
    assert not touched.measured
    assert second.tables != first.tables  # the modification stamps differ
    with (lake / "sales/customers.csv").open("a") as file:
        file.write("101,new,oslo\n")
    third = scanned(lake, second, changed)
    assert changed.measured == ["sales/customers.csv"]
    assert third.find("sales/customers.csv")[0].rows == 101
    assert {key.table.name for key in third.foreign_keys} == {key.table.name for key in first.foreign_keys}


def test_one_file_can_be_a_source(lake: Path) -> None:
    catalog = scan([ScanRequest("c", str(lake / "sales/customers.csv"))], Path("/"), Catalog(), 60, Notes())
    assert [table.name.name for table in catalog.tables] == ["customers.csv"]


HOSTILE = {
    "empty.csv": b"",
    "binary.csv": bytes(range(256)) * 20,
    "latin.csv": "a,b\n1,größe\n".encode("latin-1"),
    "utf16.csv": "a,b\n1,größe\n".encode("utf-16"),
    "giant.csv": b"a,b\n1," + b"x" * 5_000_000 + b"\n2,ok\n",
    "broken.csv": b"a,b\n" + b"".join(b"%d,%d\n" % (i, i) for i in range(30000)) + b"oops,x,y,z\n",
    "deep.json": b"[" * 100_000 + b"]" * 100_000,
    "half.json": b'{"a": 1}\n{"a": ',
    "broken.parquet": b"PAR1" + bytes(range(100)) + b"PAR1",
    "broken.xlsx": b"PK\x03\x04" + b"garbage" * 50,
    "no.xlsx": b"this is text",
    "no.db": b"this is text",
    "broken.sqlite": b"SQLite format 3\0" + b"\xff" * 5000,
    "we'ird \"; drop table x; --.csv": b'a,"b""; drop"\n1,2\n',
    "glob*[a]?.csv": b"x\n1\n",
    "CASE.csv": b"x\n1\n",
    "case.csv": b"x\n1\n",
}


def test_a_hostile_file_has_a_line_and_the_rest_is_read(tmp_path: Path) -> None:
    folder = tmp_path / "lake"
    folder.mkdir()
    for name, content in HOSTILE.items():
        (folder / name).write_bytes(content)
    (folder / "good.csv").write_text("id,name\n" + "".join(f"{i},n\n" for i in range(50)))
    workbook(folder / "bomb.xlsx", {"S": [["a"], [1]]}, padding=600 << 20)
    corner = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
    workbook(folder / "huge.xlsx", {"S": []}, raw=corner)
    (tmp_path / "secret.csv").write_text("secret\ntopsecret\n")
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.csv")

    catalog = scanned(folder)

    rows = {table.name.name: table.rows for table in catalog.tables if table.rows is not None}
    assert rows == {
        "empty.csv": 0,
        "latin.csv": 1,
        "utf16.csv": 1,
        "giant.csv": 2,
        "broken.csv": 30_000,
        "half.json": 2,
        "we'ird \"; drop table x; --.csv": 1,
        "glob*[a]?.csv": 1,
        "CASE.csv": 1,
        "good.csv": 50,
    }
    message = {table.name.name: table.problem for table in catalog.tables if table.problem}
    assert "null bytes" in str(message["binary.csv"])
    assert "Latin-1" in str(message["latin.csv"])
    assert "1 lines are broken" in str(message["broken.csv"])
    assert "depth" in str(message["deep.json"]) or "deeper" in str(message["deep.json"])
    assert "no JSON" in str(message["half.json"])
    assert "broken.parquet" in str(message["broken.parquet"])
    problems = "\n".join(catalog.sources[0].problems)
    for file, reason in [
        ("bomb.xlsx", "unpacks to more than"),
        ("huge.xlsx", "memory"),
        ("broken.xlsx", "not read"),
        ("no.xlsx", "not read"),
        ("no.db", "is not SQLite"),
        ("broken.sqlite", ""),
        ("case.csv", "in case only"),
        ("link.csv", "not followed"),
        ("up", "not followed"),
    ]:
        line = next((line for line in problems.splitlines() if line.startswith(f"{file}:")), None)
        assert line is not None, f"{file} in:\n{problems}"
        assert reason in line
    assert "/proc/" not in problems + str(message)
    assert "topsecret" not in str([column.profile for table in catalog.tables for column in table.columns])


@pytest.mark.parametrize(
    ("text", "columns", "rows", "problem"),
    [
        ("id,name\n" + "1,a\n" * 50 + "51,b,more\n", ["id", "name"], 50, "1 lines are broken and left out"),
        ("id,name\n1,a\n2,b\n3,c\n4\n5,e\n", ["id", "name"], 4, "1 lines are broken and left out"),
        ("name\nann\nbob, jr\n", ["name"], 1, "1 lines are broken and left out"),
        ("Report of sales\n\nid,name\n1,a\n2,b\n3,c\n", ["id", "name"], 3, "its first 2 lines are left out"),
        ("name\nann\nbob\n", ["name"], 2, ""),
        ("id;name\n1;a,b\n2;c\n", ["id", "name"], 2, ""),
        ('id,text\n1,"hello\nworld"\n2,"x ""y"""\n', ["id", "text"], 2, ""),
    ],
)
def test_only_a_malformed_line_is_left_out(
    tmp_path: Path, text: str, columns: list[str], rows: int, problem: str
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/some.csv").write_text(text)
    [table] = scanned(tmp_path / "data").tables
    assert ([column.name for column in table.columns], table.rows) == (columns, rows)
    assert problem in (table.problem or "")
    assert bool(problem) == bool(table.problem)


def test_quotes_that_begin_after_the_first_mebibyte_are_understood(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    plain = "".join(f"{number},plain text\n" for number in range(70_000))
    assert len(plain) > 1 << 20
    (tmp_path / "data/some.csv").write_text(f'id,text\n{plain}70000,"a, b"\n70001,"say ""c"""\n')
    (tmp_path / "data/inches.csv").write_text(f'id,text\n{plain}70000,3" pipe\n')
    (tmp_path / "data/unclosed.csv").write_text(f'id,text\n{plain}70000,"as he said\n70001,plain text\n')
    found = {table.name.name: table for table in scanned(tmp_path / "data").tables}
    assert (found["some.csv"].rows, found["some.csv"].problem) == (70_002, None)
    assert (found["unclosed.csv"].rows, found["unclosed.csv"].problem) == (70_002, None)
    assert (found["inches.csv"].rows, found["inches.csv"].problem) == (70_001, None)


def test_depth_does_not_count_brackets_in_strings(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"a": "' + "[" * 2000 + '\\" {", "b": [{}]}\n' * 5)
    assert not _is_deep(str(path), "uncompressed")
    path.write_text('[{"a":' * 300 + "1" + "}]" * 300)
    assert _is_deep(str(path), "uncompressed")


def test_a_link_that_is_put_in_place_of_a_file_or_folder_is_not_opened(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (root / "sub/a.csv").write_text("x\n1\n")
    assert [file.path for file in find_files(root).files] == ["sub/a.csv"]
    (tmp_path / "a.csv").write_text("secret\n")
    (root / "sub/a.csv").unlink()
    (root / "sub/a.csv").symlink_to(tmp_path / "a.csv")
    with pytest.raises(UserError, match="cannot be read"), opened(root, "sub/a.csv"):
        pass
    (root / "sub/a.csv").unlink()
    (root / "sub").rmdir()
    (root / "sub").symlink_to(tmp_path)
    with pytest.raises(UserError, match="cannot be read"), opened(root, "sub/a.csv"):
        pass


ATTEMPTS = [
    "select * from read_csv('{secret}')",
    "select * from '{secret}'",
    'select * from "{secret}"',
    "select * from '../secret.csv'",
    'select * from "../secret.csv"',
    "select * from read_text('/proc/self/environ')",
    "select * from glob('/etc/*')",
    "select * from 'http://127.0.0.1:9/x.csv'",
    "copy (select 1) to '{secret}'",
    "attach '{secret}.db'",
    "create table x as select 1",
    'drop table "a.csv"',
    'select * from "link.csv"',
    "select * from sqlite_scan('app.sqlite', 'users')",
    "install httpfs",
    'select 1; drop table "a.csv"',
]


@pytest.mark.parametrize("sql", ATTEMPTS)
def test_nothing_beyond_the_folders_tables_is_reached(tmp_path: Path, sql: str) -> None:
    folder = tmp_path / "lake"
    folder.mkdir()
    (folder / "a.csv").write_text("x\n1\n")
    (tmp_path / "secret.csv").write_text("secret\ntopsecret\n")
    (folder / "link.csv").symlink_to(tmp_path / "secret.csv")
    reader = open_reader("lake", str(folder), Path("/"))
    try:
        with pytest.raises(QueryRefused) as refused:
            reader.query(sql.format(secret=tmp_path / "secret.csv"), ReadLimits())
        assert "topsecret" not in str(refused.value)
        assert sorted(path.name for path in folder.iterdir()) == ["a.csv", "link.csv"]
        assert reader.query('select x from "A.CSV"', ReadLimits()).rows == ((1,),)
    finally:
        reader.close()


def test_queries_join_files_of_all_kinds(lake: Path) -> None:
    reader = open_reader("lake", str(lake), Path("/"))
    sql = """
        select count(*), max(r.manager), max(u.name) from "sales/orders.tsv" o
        join "sales/customers.csv" c using (customer_id) cross join "regions.xlsx" r cross join "app.sqlite#users" u
    """
    assert reader.query(sql, ReadLimits()).rows == ((1600, "Bob", "b"),)
    assert reader.query('select "at".x[2] from "events.jsonl" limit 1', ReadLimits()).rows == ((2,),)
    reader.close()


def test_nothing_is_left_behind(lake: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    scanned(lake)
    assert not list(scratch.iterdir())
    assert threading.active_count() < 10
