"""Simulate daily figures for yards and buildings."""

from __future__ import annotations

from headwater.suites.discovery.corpus._panel import Rhythm
from headwater.suites.discovery.corpus._series import Carrier, Names, Revision, Series
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN

_SERIES = (
    Series(
        name="warehouse_pallets",
        title="Pallets in the warehouses",
        about="Pallets that were brought in, by hall.",
        place="hall",
        value="pallets",
        unit="pallets",
        levels={"Hall 1": 620.0, "Hall 2": 480.0, "Cold store": 390.0},
        rhythm=Rhythm(0.08, 320, 0.3, 0.02, 0.1),
        years=(2021, 2023),
        revisions=(
            Revision(
                "2023-08-30", "Cold store", "2023-03-01", "2023-05-31", 1.11, "Half pallets had not been counted."
            ),
        ),
        carrier=Carrier.WHOLE,
        names=Names("pallets_{year}_clean.csv", "hall_{code}.csv", "pallets_{year}.xlsx", "pallets_2021_2023.parquet"),
        is_count=True,
        styles=(BRITISH, OFFICE),
    ),
    Series(
        name="security_checks",
        title="Checks at the gates",
        about="Persons who were checked, by gate.",
        place="gate",
        value="checks",
        unit="persons",
        levels={"North": 710.0, "South": 520.0, "Cruise": 300.0},
        rhythm=Rhythm(0.15, 190, 0.7, 0.01, 0.09),
        years=(2021, 2023),
        revisions=(
            Revision("2024-02-07", "North", "2023-05-01", "2023-07-31", 0.86, "Tests of the system had been counted."),
        ),
        carrier=Carrier.PLACES,
        names=Names("checks_{year}_final.csv", "gate_{code}.csv", "checks_{year}_v2.xlsx", "checks.parquet"),
        is_count=True,
        styles=(MAINFRAME, BRITISH),
    ),
    Series(
        name="tug_hours",
        title="Hours of tugs",
        about="Hours in which tugs assisted ships.",
        place="tug",
        value="hours",
        unit="hours",
        levels={"Odin": 9.1, "Thor": 8.4, "Freya": 7.2, "Loki": 5.5},
        rhythm=Rhythm(0.06, 20, 0.95, 0.01, 0.2),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2023-07-17",
                "Loki",
                "2022-11-01",
                "2023-02-28",
                0.8,
                "Standby for the ice had been booked as assistance.",
            ),
        ),
        carrier=Carrier.MONTHLY,
        names=Names("tugs_{year}_rev.csv", "tug_{code}.csv", "tugs_{year}.xlsx", "tugs.parquet"),
        styles=(OFFICE, PLAIN),
    ),
    Series(
        name="drinking_water",
        title="Drinking water for ships",
        about="Water that ships took, by quay.",
        place="quay",
        value="water",
        unit="cubic meters",
        levels={"North quay": 310.0, "Ro-ro": 140.0, "Container": 90.0, "Bulk": 60.0},
        rhythm=Rhythm(0.4, 195, 1.05, 0.01, 0.15),
        years=(2020, 2023),
        revisions=(Revision("2024-03-06", "Ro-ro", "2023-02-01", "2023-06-30", 1.09, "A hydrant had no meter."),),
        carrier=Carrier.YEARLY,
        names=Names("water_{year}.csv", "q_{code}.csv", "water_{year}_checked.xlsx", "water_final.parquet"),
        styles=(BRITISH, PLAIN),
    ),
    Series(
        name="truck_parking",
        title="Nights on the truck park",
        about="Trucks that stayed over night, by field.",
        place="park",
        value="trucks",
        unit="trucks",
        levels={"Field A": 120.0, "Field B": 85.0, "Customs": 40.0},
        rhythm=Rhythm(0.1, 290, 0.5, 0.03, 0.12),
        years=(2021, 2023),
        revisions=(
            Revision(
                "2023-11-11", "Field B", "2023-04-01", "2023-06-30", 0.9, "Trailers without tractor had been counted."
            ),
        ),
        carrier=Carrier.WHOLE,
        names=Names("park_{year}_checked.csv", "field_{code}.csv", "park_{year}.xlsx", "park.parquet"),
        is_count=True,
        styles=(PLAIN, OFFICE),
    ),
    Series(
        name="buildings_heat",
        title="Heat of port buildings",
        about="Heat from the network, by building.",
        place="building",
        value="heat",
        unit="kWh",
        levels={"Office": 2100.0, "Workshop": 3300.0, "Terminal": 2700.0, "Lock": 400.0},
        rhythm=Rhythm(0.75, 18, 0.9, -0.01, 0.08),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2023-06-19",
                "Workshop",
                "2022-12-01",
                "2023-03-31",
                0.93,
                "The new hall had its own contract since December.",
            ),
        ),
        carrier=Carrier.PLACES,
        names=Names("heat_{year}_final.csv", "b_{code}.csv", "heat_{year}_corrected.xlsx", "heat.parquet"),
        scale=1000.0,
        scaled_unit="MWh",
        styles=(OFFICE, MAINFRAME),
    ),
)
DATASETS = tuple(series.dataset for series in _SERIES)
