"""Simulate daily figures for operations and for other networks."""

from __future__ import annotations

from headwater.suites.discovery.corpus._panel import Rhythm
from headwater.suites.discovery.corpus._series import Carrier, Names, Revision, Series
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN, UNICODE_TEXT

_SERIES = (
    Series(
        name="vehicle_kilometres",
        title="Kilometres of the fleet",
        about="Kilometres of vans and trucks, by depot.",
        place="depot",
        value="distance",
        unit="km",
        levels={"North": 3100.0, "Coast": 4200.0, "Valley": 2900.0, "Metro": 5100.0},
        rhythm=Rhythm(0.05, 150, 0.25, -0.02, 0.06),
        years=(2021, 2023),
        revisions=(
            Revision("2023-10-10", "Coast", "2023-01-01", "2023-04-30", 0.62, "A new tracker had been counted twice."),
        ),
        carrier=Carrier.MONTHLY,
        names=Names("km_{year}_final.csv", "depot_{code}.csv", "km_{year}_v1.xlsx", "km.parquet"),
        styles=(BRITISH, OFFICE),
    ),
    Series(
        name="battery_storage",
        title="Energy of the network batteries",
        about="Energy that batteries gave back to the network.",
        place="battery",
        value="energy",
        unit="kWh",
        levels={"Alder": 5100.0, "Hazel": 3900.0, "Maple": 7200.0},
        rhythm=Rhythm(0.15, 180, 1.05, 0.02, 0.12),
        years=(2021, 2023),
        revisions=(
            Revision(
                "2024-01-12", "Maple", "2023-04-01", "2023-07-31", 0.9, "The losses of the inverter had been left out."
            ),
        ),
        carrier=Carrier.WHOLE,
        names=Names("battery_{year}_checked.csv", "b_{code}.csv", "battery_{year}.xlsx", "battery_raw.parquet"),
        scale=1000.0,
        scaled_unit="MWh",
        styles=(PLAIN, MAINFRAME),
    ),
    Series(
        name="biomethane",
        title="Biomethane fed in",
        about="Gas that plants fed into the gas network, as energy.",
        place="plant",
        value="gas",
        unit="MWh",
        levels={"Hill farm": 96.0, "Sewage works": 51.0, "Brook": 74.0, "Mill": 38.0},
        rhythm=Rhythm(0.04, 120, 1.0, 0.03, 0.06),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2023-08-01",
                "Brook",
                "2022-12-01",
                "2023-03-31",
                0.9,
                "The calorific value of natural gas had been used.",
            ),
        ),
        carrier=Carrier.PLACES,
        names=Names("gas_{year}_final.csv", "plant_{code}.csv", "gas_{year}_corrected.xlsx", "gas.parquet"),
        scale=1000.0,
        scaled_unit="GWh",
        styles=(OFFICE, BRITISH),
    ),
    Series(
        name="gas_offtake",
        title="Gas taken by towns",
        about="Gas that went through the stations of towns, as energy.",
        place="town",
        value="gas",
        unit="MWh",
        levels={"Arden": 820.0, "Belmont": 640.0, "Corrie": 410.0, "Dunmore": 980.0},
        rhythm=Rhythm(0.7, 20, 0.96, -0.03, 0.08),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2024-02-18",
                "Dunmore",
                "2023-01-01",
                "2023-03-31",
                1.04,
                "The temperature at the meter had been taken as 15 °C.",
            ),
        ),
        carrier=Carrier.YEARLY,
        names=Names("gas_{year}.csv", "town_{code}.csv", "gas_{year}_final.xlsx", "gas_settled.parquet"),
        scale=1000.0,
        scaled_unit="GWh",
        styles=(UNICODE_TEXT, PLAIN),
    ),
    Series(
        name="street_lights",
        title="Energy of street lights",
        about="Energy of street lights in towns that Norvolt operates.",
        place="town",
        value="energy",
        unit="kWh",
        levels={"Arden": 1900.0, "Belmont": 1450.0, "Corrie": 900.0, "Dunmore": 2300.0},
        rhythm=Rhythm(0.4, 355, 1.0, -0.05, 0.03),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2023-07-07",
                "Belmont",
                "2022-09-01",
                "2023-01-31",
                0.91,
                "The lights of the fair were on this circuit.",
            ),
        ),
        carrier=Carrier.MONTHLY,
        names=Names("lights_{year}_b.csv", "l_{code}.csv", "lights_{year}_prelim.xlsx", "lights.parquet"),
        scale=1000.0,
        scaled_unit="MWh",
        styles=(OFFICE, PLAIN),
    ),
    Series(
        name="web_portal",
        title="Use of the customer portal",
        about="Logins of customers.",
        place="service",
        value="logins",
        unit="logins",
        levels={"Meter reading": 2100.0, "Feed-in": 640.0, "Move": 310.0, "Outage map": 880.0},
        rhythm=Rhythm(0.1, 10, 0.7, 0.12, 0.15),
        years=(2021, 2023),
        revisions=(
            Revision("2023-12-01", "Outage map", "2023-06-01", "2023-09-30", 0.74, "A robot had been counted."),
        ),
        carrier=Carrier.WHOLE,
        names=Names("portal_{year}_clean.csv", "service_{code}.csv", "portal_{year}.xlsx", "portal.parquet"),
        is_count=True,
        styles=(PLAIN, BRITISH),
    ),
    Series(
        name="balancing_energy",
        title="Balancing energy",
        about="Energy that was bought to balance the network, by product.",
        place="product",
        value="energy",
        unit="MWh",
        levels={"primary": 46.0, "secondary": 120.0, "tertiary": 31.0},
        rhythm=Rhythm(0.12, 15, 0.95, 0.02, 0.25),
        years=(2020, 2023),
        revisions=(
            Revision(
                "2024-02-22", "secondary", "2023-05-01", "2023-07-31", 1.09, "Orders of the neighbor had been netted."
            ),
        ),
        carrier=Carrier.PLACES,
        names=Names("balancing_{year}_final.csv", "p_{code}.csv", "balancing_{year}_v2.xlsx", "balancing.parquet"),
        styles=(MAINFRAME, PLAIN),
    ),
)
DATASETS = tuple(series.dataset for series in _SERIES)
