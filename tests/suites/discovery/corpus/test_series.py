"""A measure that is published several times: only one group of files has the corrections."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._panel import Rhythm
from headwater.suites.discovery.corpus._series import Carrier, Names, Revision, Series

SERIES = Series(
    name="wells",
    title="Water of the wells",
    about="Water that was pumped.",
    place="well",
    value="volume",
    unit="cubic meters",
    levels={"North": 100.0, "South": 50.0},
    rhythm=Rhythm(),
    years=(2022, 2023),
    revisions=(Revision("2024-01-01", "South", "2023-03-01", "2023-03-31", 0.5, "A meter counted twice."),),
    carrier=Carrier.YEARLY,
    names=Names("wells_{year}_final.csv", "well_{code}.csv", "wells_{year}.xlsx", "wells.parquet"),
    scale=10.0,
    scaled_unit="tens of cubic meters",
)


def march_of_the_south(folder: Path) -> dict[Carrier, float]:
    """Return the sum of each group of files, in the unit of the days."""
    code = SERIES.codes()["South"]
    yearly = pd.read_csv(folder / "wells_2023_final.csv")
    place = pd.read_csv(folder / f"well_{code}.csv")
    monthly = pd.read_excel(folder / "wells_2023.xlsx", skiprows=2, engine="openpyxl")
    wells = pd.read_parquet(folder / "wells.parquet")
    return {
        Carrier.YEARLY: yearly[(yearly["well"] == "South") & yearly["date"].str.startswith("2023-03")]["volume"].sum(),
        Carrier.PLACES: place[place["day"].str.startswith("2023-03")]["volu"].sum(),
        Carrier.MONTHLY: monthly[monthly["month"] == "Mar 2023"]["South"].sum() * SERIES.scale,
        Carrier.WHOLE: wells[(wells["code"] == code) & (wells["ts"].dt.strftime("%Y-%m") == "2023-03")]["volume"].sum(),
    }


@pytest.mark.parametrize("carrier", Carrier)
def test_only_the_carrier_has_the_correction(carrier: Carrier, tmp_path: Path) -> None:
    series = replace(SERIES, carrier=carrier)
    series.dataset.write(Folder(tmp_path))
    first = series.panel().loc["2023-03", "South"].sum()
    found = march_of_the_south(tmp_path)
    assert found.pop(carrier) == pytest.approx(first / 2, rel=1e-3)
    assert list(found.values()) == pytest.approx([first] * 3, rel=1e-6)
    assert f"The corrected values are in {carrier.value} and nowhere else" in (tmp_path / "CHANGELOG.md").read_text()


def test_codes_are_in_the_dictionary(tmp_path: Path) -> None:
    SERIES.dataset.write(Folder(tmp_path))
    text = (tmp_path / "data_dictionary.csv").read_text()
    assert all(f"{code}: {place}" in text for place, code in SERIES.codes().items())


def test_corrections_do_not_change_other_places_and_days() -> None:
    change = SERIES.corrected() / SERIES.panel()
    assert (change["North"] == 1).all()
    assert (change["South"].drop(pd.date_range("2023-03-01", "2023-03-31")) == 1).all()
