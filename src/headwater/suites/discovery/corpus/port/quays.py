"""Simulate daily figures for the quays."""

from __future__ import annotations

from headwater.suites.discovery.corpus._panel import Rhythm
from headwater.suites.discovery.corpus._series import Carrier, Names, Revision, Series
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN, UNICODE_TEXT

_SERIES = (
    Series(
        name="ferry_passengers",
        title="Passengers of the ferries",
        about="Passengers who boarded, by line.",
        place="line",
        value="passengers",
        unit="passengers",
        levels={"Frederik": 1450.0, "Islands": 820.0, "Night": 610.0, "Fjord": 340.0},
        rhythm=Rhythm(0.5, 205, 1.3, 0.02, 0.12),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2024-01-18",
                "Islands",
                "2023-05-01",
                "2023-08-31",
                0.91,
                "Drivers of trucks had been counted with the passengers.",
            ),
        ),
        carrier=Carrier.PLACES,
        names=Names("ferries_{year}_final.csv", "lines/{code}.csv", "ferries_{year}_rev.xlsx", "ferries.parquet"),
        is_count=True,
        styles=(OFFICE, PLAIN),
    ),
    Series(
        name="cruise_guests",
        title="Guests of cruise ships",
        about="Guests who went ashore, by quay.",
        place="quay",
        value="guests",
        unit="guests",
        levels={"North quay": 610.0, "Old quay": 420.0, "Tender": 130.0},
        rhythm=Rhythm(0.9, 195, 1.2, 0.06, 0.3),
        years=(2020, 2023),
        revisions=(
            Revision("2023-11-20", "Old quay", "2023-06-01", "2023-08-31", 1.13, "Crew had been taken off twice."),
        ),
        carrier=Carrier.MONTHLY,
        names=Names("guests_{year}_checked.csv", "quay_{code}.csv", "guests_{year}_prelim.xlsx", "guests.parquet"),
        is_count=True,
        styles=(BRITISH, OFFICE),
    ),
    Series(
        name="shore_power",
        title="Shore power",
        about="Electricity that ships took from the quay.",
        place="quay",
        value="energy",
        unit="kWh",
        levels={"North quay": 5200.0, "Ro-ro 1": 3900.0, "Ro-ro 2": 3100.0, "Container East": 6800.0},
        rhythm=Rhythm(0.2, 180, 1.0, 0.25, 0.18),
        years=(2021, 2023),
        revisions=(
            Revision(
                "2024-02-12", "Container East", "2023-03-01", "2023-07-31", 1.2, "A second connection had no telemetry."
            ),
        ),
        carrier=Carrier.WHOLE,
        names=Names("shore_{year}_v2.csv", "sp_{code}.csv", "shore_{year}_final.xlsx", "backup/shore.parquet"),
        scale=1000.0,
        scaled_unit="MWh",
        withdrawn="withdrawn: the days begin at 06:00, with the shift",
        styles=(PLAIN, OFFICE),
    ),
    Series(
        name="crane_energy",
        title="Energy of the cranes",
        about="Electricity of cranes without what they feed back.",
        place="crane",
        value="energy",
        unit="kWh",
        levels={"STS 1": 2900.0, "STS 2": 2700.0, "STS 3": 3100.0, "STS 4": 2500.0, "Yard": 8100.0},
        rhythm=Rhythm(0.05, 300, 0.85, 0.01, 0.09),
        years=(2020, 2023),
        revisions=(
            Revision("2023-10-05", "STS 3", "2023-02-01", "2023-05-31", 0.88, "What it feeds back had been added."),
        ),
        carrier=Carrier.YEARLY,
        names=Names("cranes_{year}.csv", "crane_{code}.csv", "cranes_{year}_final.xlsx", "cranes_v2.parquet"),
        scale=1000.0,
        scaled_unit="MWh",
        styles=(MAINFRAME, PLAIN),
    ),
    Series(
        name="reefer_plugs",
        title="Hours of refrigerated containers",
        about="Hours in which containers were plugged in, by yard.",
        place="yard",
        value="hours",
        unit="hours",
        levels={"East": 5100.0, "West": 3300.0, "Rail": 700.0},
        rhythm=Rhythm(0.12, 220, 0.97, 0.02, 0.08),
        years=(2021, 2023),
        revisions=(
            Revision(
                "2024-03-02", "Rail", "2023-04-01", "2023-09-30", 1.3, "A row of plugs was missing in the system."
            ),
        ),
        carrier=Carrier.PLACES,
        names=Names("reefers_{year}_corr.csv", "yard_{code}.csv", "reefers_{year}.xlsx", "reefers_final.parquet"),
        styles=(OFFICE, BRITISH),
    ),
    Series(
        name="lane_meters",
        title="Lane meters of ro-ro cargo",
        about="Lane meters that were shipped, by line.",
        place="line",
        value="lane_meters",
        unit="meters",
        levels={"Frederik": 5100.0, "Night": 4300.0, "South": 2900.0},
        rhythm=Rhythm(0.06, 150, 0.6, 0.02, 0.08),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2023-09-15",
                "South",
                "2022-10-01",
                "2023-01-31",
                0.94,
                "Empty trailers on deck had been counted as cargo of others.",
            ),
        ),
        carrier=Carrier.WHOLE,
        names=Names("lanes_{year}_b.csv", "l_{code}.csv", "lanes_{year}.xlsx", "lanes.parquet"),
        styles=(BRITISH, MAINFRAME),
    ),
    Series(
        name="ship_waste",
        title="Waste from ships",
        about="Waste that ships handed in, by kind.",
        place="kind",
        value="waste",
        unit="kg",
        levels={"Oily": 4100.0, "Garbage": 2600.0, "Sewage": 8900.0, "Scrubber": 700.0},
        rhythm=Rhythm(0.2, 200, 0.9, 0.01, 0.2),
        years=(2021, 2023),
        revisions=(
            Revision(
                "2023-12-14",
                "Sewage",
                "2023-01-01",
                "2023-06-30",
                0.97,
                "Flushing water of the barge had been weighed.",
            ),
        ),
        carrier=Carrier.MONTHLY,
        names=Names("waste_{year}_final.csv", "w_{code}.csv", "waste_{year}_first.xlsx", "waste.parquet"),
        scale=1000.0,
        scaled_unit="tonnes",
        styles=(PLAIN, UNICODE_TEXT),
    ),
    Series(
        name="grain_silo",
        title="Grain through the silo",
        about="Grain that was loaded, by grain.",
        place="grain",
        value="weight",
        unit="tonnes",
        levels={"Wheat": 1900.0, "Barley": 1100.0, "Rye": 400.0, "Rape": 620.0},
        rhythm=Rhythm(0.45, 260, 0.8, 0.01, 0.25),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2024-01-29", "Barley", "2023-08-01", "2023-10-31", 1.06, "A belt scale had lost its calibration."
            ),
        ),
        carrier=Carrier.YEARLY,
        names=Names("silo_{year}.csv", "grain_{code}.csv", "silo_{year}_v3.xlsx", "silo_final.parquet"),
        styles=(OFFICE, PLAIN),
    ),
)
DATASETS = tuple(series.dataset for series in _SERIES)
