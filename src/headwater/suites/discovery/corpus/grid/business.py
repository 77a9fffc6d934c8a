"""Simulate tariffs, losses, work orders, transformers and temperatures."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN, UNICODE_TEXT
from headwater.suites.discovery.corpus.grid._regions import CODES, LOAD, REGIONS

_LEVELS = ("high voltage", "medium voltage", "low voltage")
_ORDERS = 12_000


def _tariffs(folder: Folder) -> None:
    for year in range(2019, 2025):
        step = 1.045 ** (year - 2019)
        rows = [(level, round(base * step, 2), round(work * step, 3)) for level, base, work in
                zip(_LEVELS, (98.4, 71.2, 54.0), (0.41, 1.92, 6.18), strict=True)]  # fmt: skip
        final = pd.DataFrame(rows, columns=["level", "eur_per_kw_year", "cent_per_kwh"])
        early = final.assign(
            eur_per_kw_year=(final["eur_per_kw_year"] * 1.06).round(2),
            cent_per_kwh=(final["cent_per_kwh"] * 0.95).round(3),
        )
        folder.csv(f"prices_{year}.csv", early, OFFICE)
        folder.csv(f"prices_{year}_b.csv", final, OFFICE)
        folder.pdf(
            f"sheets/price_sheet_{year}.pdf", f"Price sheet {year} (provisional, 15 October {year - 1})", [early]
        )
    folder.readme(
        "Network charges",
        """A customer pays the yearly price for the highest mean load of a quarter of an hour in the year (EUR/kW) and
        the price for energy (cent/kWh).""",
        files={
            "prices_YYYY.csv": "provisional, published on 15 October of the year before, as are the sheets",
            "prices_YYYY_b.csv": "binding since 1 January",
        },
    )


def _losses(folder: Folder) -> None:
    random = draws("grid losses")
    for year in (2021, 2022, 2023):
        rows = []
        for month in range(1, 13):
            for region, level in LOAD.items():
                fed = level * 730 * (1 + 0.18 * np.cos(2 * np.pi * (month - 1) / 12)) * float(random.normal(1, 0.02))
                consumed = fed * float(random.normal(0.957, 0.004))
                rows.append((month, region, round(fed, 1), round(consumed, 1), round(consumed * 1.008, 1)))
        table = pd.DataFrame(rows, columns=["month", "region", "fed_mwh", "taken_mwh", "profile_mwh"])
        folder.xlsx(
            f"balance_{year}_final.xlsx",
            {"balance": table.drop(columns="taken_mwh").rename(columns={"profile_mwh": "taken_mwh"})},
            ("MWh; households by standard profiles",),
        )
        folder.xlsx(
            f"balance_{year}_read.xlsx",
            {"balance": table.drop(columns="profile_mwh")},
            ("MWh; households as read at the end of the year",),
        )
        for quarter in range(1, 5):
            part = table[(table["month"] - 1) // 3 + 1 == quarter].drop(columns="taken_mwh")
            folder.csv(f"quarters/balance_{year}_q{quarter}.csv", part, MAINFRAME)
    folder.readme(
        "Energy balance and losses",
        f"""Energy fed into and taken from the network, by month and region ({CODES}). Losses are what was fed in less
        what was taken, relative to what was fed in. They are stated after the meters of households have been read;
        before that, standard profiles stand for households.""",
    )


@lru_cache(maxsize=1)
def _work() -> pd.DataFrame:
    random = draws("grid work orders")
    table = pd.DataFrame({"order": 330_000 + np.arange(_ORDERS)})
    table["created"] = pd.Timestamp("2022-01-01") + pd.to_timedelta(np.sort(random.integers(0, 730, _ORDERS)), unit="D")
    table["region"] = random.choice(list(REGIONS), _ORDERS)
    table["kind"] = random.choice(
        ["tree cutting", "inspection", "repair", "meter change"], _ORDERS, p=[0.2, 0.32, 0.26, 0.22]
    )
    table["done"] = table["created"] + pd.to_timedelta(random.gamma(1.6, 21, _ORDERS).round(), unit="D")
    table.loc[random.random(_ORDERS) < 0.05, "done"] = pd.NaT
    table["hours"] = np.round(random.gamma(2, 2.4, _ORDERS), 1)
    return table


def _orders(folder: Folder) -> None:
    table = _work()
    for period, part in table.groupby(table["created"].dt.to_period("M")):
        at_end = part.assign(done=part["done"].where(part["done"] <= period.end_time))
        folder.csv(f"created/wo_{period}.csv", at_end, PLAIN)
    closed = table.dropna(subset=["done"])
    for period, part in closed.groupby(closed["done"].dt.to_period("M")):
        if period.year < 2024:
            folder.csv(f"closed/wo_{period}.csv", part, BRITISH)
    folder.readme(
        "Work orders",
        """created/: orders by the month in which they were created, as they stood at its end; most are not done then.
        closed/: orders by the month in which they were done, with the hours that were booked in the end.""",
    )


def _transformers(folder: Folder) -> None:
    random = draws("grid transformers")
    count = 3100
    table = pd.DataFrame({"station": 1 + np.arange(count), "region": random.choice(list(REGIONS), count)})
    table["kva"] = random.choice([250, 400, 630, 800], count, p=[0.25, 0.4, 0.27, 0.08])
    table["built"] = random.integers(1961, 2024, count)
    table["peak_kw"] = np.round(table["kva"] * random.normal(0.66, 0.17, count).clip(0.05), 1)
    table["oil"] = random.choice(["mineral", "ester"], count, p=[0.8, 0.2])
    tap = table.assign(peak_kw=(table["peak_kw"] * random.normal(1, 0.06, count)).round(1))
    folder.sqlite("assets_2023.db", {"transformers": table})
    folder.sqlite("assets.db", {"transformers": tap[tap["built"] < 2022]})
    folder.sqlite("assets_2023_test.db", {"transformers": tap})
    for region, part in tap.groupby("region"):
        folder.csv(f"maps/{region}.csv", part[["station", "kva", "built"]], UNICODE_TEXT)
    folder.readme(
        "Transformers",
        f"""Stations with rated power (kVA) and highest load of the year (kW). The utilization is peak_kw divided by
        kva. Regions: {CODES}.""",
        files={
            "assets.db": "state of the end of 2021",
            "assets_2023.db": "state of the end of 2023, peaks as metered",
            "assets_2023_test.db": "the same stations for the training of planners, with simulated peaks",
        },
    )


def _degree_days(folder: Folder) -> None:
    random = draws("grid weather")
    days = pd.date_range("2019-01-01", "2023-12-31", freq="D")
    base = 9.5 - 9 * np.cos(2 * np.pi * (days.day_of_year.to_numpy() - 20) / 365.25)
    for number, region in enumerate(REGIONS):
        warm = np.round(base + number * 0.6 - 1 + random.normal(0, 2.6, len(days)), 1)
        table = pd.DataFrame({"day": days, "mean_c": warm})
        for year, part in table.groupby(days.year):
            folder.csv(f"{year}/temp_{region}.csv", part, PLAIN)
            folder.csv(f"{year}/temp_{region}_homog.csv", part.assign(mean_c=(part["mean_c"] - 0.3).round(1)), BRITISH)
    folder.readme(
        "Temperatures",
        """Daily means by region. Degree days of a day are 20 °C less its mean if the mean is below 15 °C, and 0
        otherwise. Since the stations were moved, statements use the homogenized files (`_homog`).""",
    )


DATASETS = (
    Dataset("network_charges", _tariffs),
    Dataset("energy_balance", _losses),
    Dataset("work_orders", _orders),
    Dataset("station_assets", _transformers),
    Dataset("station_temperatures", _degree_days),
)
