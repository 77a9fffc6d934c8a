"""The files of a lake that the cells of a notebook use."""

from __future__ import annotations

import pytest

from headwater.suites.discovery.lake import Cell, FileIndex, LakeDataset, LakeFile, Use, code_of, files_used
from headwater.suites.discovery.targets import derive_targets, parts_of

INDEX = FileIndex(
    LakeDataset(name, tuple(LakeFile(path, 1) for path in paths))
    for name, paths in {
        "tide-gauges": ("2023.csv", "2024.csv", "raw/2024.csv", "README.md"),
        "port_calls": ("calls.csv", "2024.csv"),
    }.items()
)


def used(*cells: str) -> Use:
    code = code_of([Cell(number, source) for number, source in enumerate(cells, start=1)])
    return files_used(derive_targets(code), INDEX)


@pytest.mark.parametrize("path", ["/data/tide-gauges", "../input/tide-gauges", "/kaggle/input/tide_gauges"])
def test_a_dataset_is_found_wherever_a_notebook_sees_it(path: str) -> None:
    found = used("import pandas as pd", f"FOLDER = '{path}'", "pd.read_csv(FOLDER + '/2024.csv').mean()")
    assert found == Use((("tide-gauges", "2024.csv"),))


def test_a_file_that_is_read_and_not_shown_is_used() -> None:
    found = used("a = open('/data/port_calls/calls.csv')", "b = open('/data/port_calls/2024.csv').read()", "print(b)")
    assert found.files == (("port_calls", "2024.csv"), ("port_calls", "calls.csv"))


def test_a_pattern_means_each_file_that_matches() -> None:
    found = used("import glob", "for p in glob.glob('/data/tide-gauges/20*.csv'):\n    print(open(p).read())")
    assert found.files == (("tide-gauges", "2023.csv"), ("tide-gauges", "2024.csv"))
    assert found.problem == ""


def test_a_search_in_all_folders_means_each_file_that_matches() -> None:
    found = used(
        "from pathlib import Path", "for p in Path('/data/tide-gauges').rglob('2024.*'):\n    print(p.read_text())"
    )
    assert [path for _, path in found.files] == ["2024.csv", "raw/2024.csv"]


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("tide-gauges/*.csv", ["2023.csv", "2024.csv"]),
        ("tide-gauges/*/*.csv", ["raw/2024.csv"]),
        ("tide-gauges/*/2024.csv", ["raw/2024.csv"]),
        ("tide-gauges/**/2024.csv", ["2024.csv", "raw/2024.csv"]),
        ("tide-gauges/202?.csv", ["2023.csv", "2024.csv"]),
        ("*/2024.csv", []),
    ],
)
def test_patterns_match_as_in_a_shell(pattern: str, files: list[str]) -> None:
    assert [path for _, path in sorted(INDEX.find(parts_of(f"/data/{pattern}")))] == files


def test_a_name_without_its_dataset_means_the_only_file_of_that_name() -> None:
    assert used("print(open('calls.csv').read())").datasets == ("port_calls",)
    several = used("print(open('2024.csv').read())")
    assert several == Use((), ("2024.csv",), "names a file without its data set: 2024.csv")


def test_an_unknown_path_is_a_problem() -> None:
    assert used("import pandas as pd", "import sys", "print(pd.read_csv(sys.argv[1]))").problem == (
        "reads a file whose path it does not say"
    )


def test_a_file_that_the_lake_lacks_is_named() -> None:
    assert used("print(open('/data/tide-gauges/2025.csv').read())").absent == ("tide_gauges/2025.csv",)


def test_magics_and_cells_of_other_languages_are_not_python() -> None:
    read = "print(open('/data/port_calls/calls.csv').read())"
    assert used("%matplotlib inline\n!ls /data", "%%bash\ncat x", "this is no Python", f"%%time\n{read}").datasets == (
        "port_calls",
    )
