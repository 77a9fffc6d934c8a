"""The files that resemble a target most."""

from __future__ import annotations

from headwater.suites.discovery.intake._lookalikes import likeness, nearest
from headwater.suites.discovery.solvers import DataFile

COLUMNS = ("day", "station", "height")
TARGET = DataFile("tides/heights_2024.csv", 1000, COLUMNS)


def test_columns_outweigh_names_and_names_outweigh_sizes() -> None:
    twin = DataFile("archive/old/h.csv", 9_000, COLUMNS)
    namesake = DataFile("tides/heights_2023.csv", 9_000, ("a", "b"))
    large = DataFile("x/y.csv", 1000, ("a", "b"))
    assert likeness(twin, TARGET) > likeness(namesake, TARGET) > likeness(large, TARGET)


def test_only_other_files_of_the_same_kind_that_are_alike_are_tried() -> None:
    files = [
        TARGET,
        DataFile("tides/heights_2023.csv", 1000, COLUMNS),
        DataFile("tides/heights_2024.parquet", 1000, COLUMNS),
        DataFile("tides/stations.csv", 1000, COLUMNS),
        DataFile("canteen/menu.csv", 10, ("dish",)),
        DataFile("tides/heights_all.csv", 1 << 40, COLUMNS),
    ]
    found = nearest(TARGET, (TARGET.path, "tides/stations.csv"), files)
    assert [file.path for file, _ in found] == ["tides/heights_2023.csv"]


def test_the_nearest_few_of_many_are_tried() -> None:
    files = [DataFile(f"tides/heights_{year}.csv", 1000, COLUMNS) for year in range(1000, 3000)]
    assert len(nearest(TARGET, (TARGET.path,), files)) == 6
