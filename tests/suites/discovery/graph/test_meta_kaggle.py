"""Links from small tables with the columns of Meta Kaggle."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from headwater.errors import UserError
from headwater.suites.discovery.commands.build import command
from headwater.suites.discovery.graph import cooccurrence, links_of_meta_kaggle

TABLES = {
    # 2 is a fork of 1; 4 and 5 are forks of a version that is missing; 4 names no current version.
    "Kernels": "Id,AuthorUserId,CurrentKernelVersionId,ForkParentKernelVersionId\n"
    "1,9,11,\n2,9,20,10\n3,9,30,\n4,9,,99\n5,9,50,99\n",
    "KernelVersions": "Id,ScriptId\n10,1\n11,1\n20,2\n30,3\n39,4\n40,4\n50,5\n",
    "DatasetVersions": 'Id,DatasetId,Slug,Description\n100,1,tides,"with, a\nbreak"\n101,1,tides-2,\n200,2,boats,\n'
    "300,3,ports,\n500,5,alone,\n",
    "KernelVersionDatasetSources": "Id,KernelVersionId,SourceDatasetVersionId\n1,10,300\n2,11,100\n3,11,200\n4,20,101\n"
    "5,20,200\n6,30,200\n7,30,300\n8,40,100\n9,40,300\n10,50,300\n11,50,101\n12,50,999\n13,39,500\n14,39,200\n",
}


def write(folder: Path, **changes: str | None) -> Path:
    for name, text in (TABLES | changes).items():
        if text is not None:
            (folder / f"{name}.csv").write_text(text, encoding="latin-1")
    return folder


def run(folder: Path, out: Path) -> Result:
    return CliRunner().invoke(command, ["--graph", str(folder), "--out", str(out)])


def test_current_versions_count_and_forks_count_once(tmp_path: Path) -> None:
    links = links_of_meta_kaggle(write(tmp_path))
    names = links.names.to_pylist()
    found = cooccurrence(links).tocoo()
    pairs = {(names[a], names[b]): int(n) for a, b, n in zip(found.row, found.col, found.data, strict=True)}
    assert pairs == {("tides-2", "boats"): 1, ("boats", "ports"): 1, ("tides-2", "ports"): 1}
    assert list(links.faults) == []


@pytest.mark.parametrize("extension", ["parquet", "json"])
def test_the_command_writes_the_table(extension: str, tmp_path: Path) -> None:
    out = tmp_path / f"communities.{extension}"
    result = run(write(tmp_path), out)
    assert result.exit_code == 0, result.output
    rows = pq.read_table(out).to_pylist() if extension == "parquet" else json.loads(out.read_text())
    assert [(row["community"], row["dataset"], row["notebooks"]) for row in rows] == [
        (0, "tides-2", 2),
        (0, "boats", 2),
        (0, "ports", 2),
        (1, "alone", 0),
    ]
    assert result.stdout.startswith("4 datasets, 10 links, 3 pairs used together, 2 communities, of which 1 have")


def test_rows_that_cannot_be_read_are_left_out_with_a_line(tmp_path: Path) -> None:
    sources = TABLES["KernelVersionDatasetSources"] + "15,30\n16,30,x\n17,\xff,100\n18,30,100,7,7\n"
    result = run(write(tmp_path, KernelVersionDatasetSources=sources), tmp_path / "c.json")
    assert result.exit_code == 0, result.output
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("KernelVersionDatasetSources.csv:")
    assert "the line is skipped" in result.stderr


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"Kernels": None}, "has no Kernels.csv; give the folder"),
        ({"Kernels": "Id,Name\n1,2\n"}, "Kernels.csv: has no column CurrentKernelVersionId, ForkParentKernelVersionId"),
        ({"KernelVersions": ""}, "KernelVersions.csv: "),
    ],
)
def test_a_missing_or_foreign_table_is_reported(changes: dict[str, str | None], line: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=line):
        links_of_meta_kaggle(write(tmp_path, **changes))


def test_a_file_of_another_format_is_refused(tmp_path: Path) -> None:
    result = run(write(tmp_path), tmp_path / "c.xlsx")
    assert str(result.exception) == f"{tmp_path}/c.xlsx: has an unsupported extension; use .parquet or .json"
