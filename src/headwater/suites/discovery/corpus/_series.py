"""Simulate a measure of many places, published in several groups of files. Only one group has the corrections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._panel import Rhythm, daily_panel, long
from headwater.suites.discovery.corpus._writers.csv import PLAIN, Style


class Carrier(StrEnum):
    """A group of files that contain the measure."""

    YEARLY = "the daily files of a year"
    PLACES = "the daily files of a place"
    MONTHLY = "the monthly workbooks"
    WHOLE = "the file of all years"


@dataclass(frozen=True)
class Revision:
    """A correction to published values.

    Attributes:
        date: The day of the correction.
        place: The place whose values are corrected.
        first: The first day.
        last: The last day.
        factor: The factor by which the values are multiplied.
        reason: The reason, as a sentence.
    """

    date: str
    place: str
    first: str
    last: str
    factor: float
    reason: str


@dataclass(frozen=True)
class Names:
    """The names of the files in each group, as format strings with the fields ``year`` and ``code``."""

    yearly: str
    places: str
    monthly: str
    all_years_file: str


@dataclass(frozen=True)
class Series:
    """A dataset that contains one measure.

    Attributes:
        name: The name of the folder.
        title: The title of the dataset.
        about: A description of what is measured, how, and by whom.
        place: The word for a place, which is also a column name.
        value: The name of the measure, which is also a column name.
        unit: The unit of the measure, in words.
        levels: The mean of each place.
        rhythm: The variation of the values over time.
        years: The first and the last year.
        revisions: The corrections, which only the carrier's files contain.
        carrier: The group of files with the corrected values.
        names: The names of the files.
        scale: The divisor of the values in the monthly workbooks.
        scaled_unit: The unit of the divided values.
        styles: The CSV dialects of the yearly files and of the files per place.
        withdrawn: A note on files whose days are off by one. Empty if there are none.
        is_count: Whether values are whole numbers.
    """

    name: str
    title: str
    about: str
    place: str
    value: str
    unit: str
    levels: Mapping[str, float]
    rhythm: Rhythm
    years: tuple[int, int]
    revisions: tuple[Revision, ...]
    carrier: Carrier
    names: Names
    scale: float = 1.0
    scaled_unit: str = ""
    styles: tuple[Style, Style] = (PLAIN, PLAIN)
    withdrawn: str = ""
    is_count: bool = False

    @property
    def dataset(self) -> Dataset:
        """The dataset that writes the series into a lake."""
        return Dataset(self.name, self._write)

    def panel(self) -> pd.DataFrame:
        """Return the values as first published."""
        first, last = self.years
        return daily_panel(
            self.name, self.levels, f"{first}-01-01", f"{last}-12-31", self.rhythm, is_count=self.is_count
        )

    def corrected(self) -> pd.DataFrame:
        """Return the values with all corrections applied."""
        panel = self.panel()
        for revision in self.revisions:
            values = panel.loc[revision.first : revision.last, revision.place] * revision.factor
            values = values.round().astype(int) if self.is_count else values.round(2)
            panel.loc[revision.first : revision.last, revision.place] = values
        return panel

    def codes(self) -> dict[str, str]:
        """Return the code of each place."""
        letter = self.place[0].upper()
        return {place: f"{letter}{7 * number + 12:03d}" for number, place in enumerate(self.levels)}

    def _write(self, folder: Folder) -> None:
        first, corrected = self.panel(), self.corrected()
        writers: dict[Carrier, Callable[[Folder, pd.DataFrame], None]] = {
            Carrier.YEARLY: self._yearly,
            Carrier.PLACES: self._places,
            Carrier.MONTHLY: self._monthly,
            Carrier.WHOLE: self._write_whole,
        }
        for group, write in writers.items():
            write(folder, corrected if group is self.carrier else first)
        self._extras(folder, first)
        self._documents(folder)

    def _yearly(self, folder: Folder, panel: pd.DataFrame) -> None:
        for year, part in panel.groupby(panel.index.year):
            table = long(part, "date", self.place, self.value)
            folder.csv(self.names.yearly.format(year=year), table, self.styles[0])

    def _places(self, folder: Folder, panel: pd.DataFrame) -> None:
        for place, code in self.codes().items():
            table = pd.DataFrame({"day": panel.index, self.value[:4]: panel[place].to_numpy()})
            folder.csv(self.names.places.format(code=code), table, self.styles[1])

    def _monthly(self, folder: Folder, panel: pd.DataFrame) -> None:
        sums = (panel.groupby(pd.Grouper(freq="MS")).sum() / self.scale).round(3)
        note = (self.title, f"Unit: {self.scaled_unit or self.unit}")
        for year, part in sums.groupby(sums.index.year):
            table = part.reset_index(names="month")
            table["month"] = table["month"].dt.strftime("%b %Y")
            folder.xlsx(self.names.monthly.format(year=year), {str(year): table}, note)

    def _write_whole(self, folder: Folder, panel: pd.DataFrame) -> None:
        codes = self.codes()
        table = long(panel.rename(columns=codes), "ts", "code", self.value)
        folder.parquet(self.names.all_years_file, table)

    def _extras(self, folder: Folder, first: pd.DataFrame) -> None:
        codes = self.codes()
        last = self.years[1]
        recent = first.loc[str(last)]
        folder.json(
            f"api/latest_{last}.json",
            {"unit": self.unit, "values": {codes[name]: recent[name].tolist()[-28:] for name in codes}},
        )
        folder.csv(f"export_{last}0930_part1.csv", long(recent.iloc[:180], "date", self.place, self.value))
        yearly = first.groupby(first.index.year).sum().round(0).astype(int)
        folder.pdf(
            f"reports/annual_report_{last}.pdf",
            f"{self.title}: annual report {last}",
            [self.about, f"Totals as first published, in {self.unit}.", yearly.T.reset_index(names=self.place)],
        )
        monthly = first.groupby(pd.Grouper(freq="MS")).mean()
        folder.chart(f"reports/{self.name}.png", self.title, {name: monthly[name].tolist() for name in list(codes)[:5]})
        if self.withdrawn:
            shifted = first.loc[str(last)].shift(1, freq="D")
            table = long(shifted, "date", self.place, self.value)
            folder.csv(f"upload_{last}_corrected.csv", table, self.styles[0])

    def _documents(self, folder: Folder) -> None:
        last = self.years[1]
        names = self.names
        files = {
            names.yearly.format(year="YYYY"): f"a row a day and {self.place}, in {self.unit}",
            names.places.format(code="CODE"): f"a file a {self.place}, named by its code; a row a day, in {self.unit}",
            names.monthly.format(year="YYYY"): f"sums of months, in {self.scaled_unit or self.unit}",
            names.all_years_file: f"all years, a row a day and code, in {self.unit}",
            f"export_{last}0930_part1.csv": "part of an export that was not completed; do not use it for totals",
            "api/": "the last four weeks, as the open data interface returns them",
            "reports/": "the annual report and its chart, with values as first published",
        }
        if self.withdrawn:
            files[f"upload_{last}_corrected.csv"] = self.withdrawn
        folder.readme(self.title, self.about, "Corrections are described in CHANGELOG.md.", files=files)
        folder.changes([(each.date, self._change(each)) for each in self.revisions])
        folder.dictionary(
            {
                "date, day, ts": "the local calendar day",
                self.place: f"name of the {self.place}",
                "code": ", ".join(f"{code}: {name}" for name, code in self.codes().items()),
                f"{self.value}, {self.value[:4]}": f"{self.value}: {self.unit}",
            }
        )

    def _change(self, revision: Revision) -> str:
        return (
            f"{revision.place}, {revision.first} to {revision.last}: {revision.reason} The corrected values are in "
            f"{self.carrier.value} and nowhere else; all other files keep what was first published."
        )
