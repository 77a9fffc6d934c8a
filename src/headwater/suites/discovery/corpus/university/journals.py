"""Simulate the library's payments for journals: invoices, exchange rates, and downloads through the clinic's proxy."""

from __future__ import annotations

from functools import lru_cache

import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import BRITISH, MAINFRAME, OFFICE, PLAIN

_FEES = {"Alpha": 14_200, "Gamma": 5_100, "Delta": 3_300}
_TAKEN_OVER = pd.Period("2023-05")
"""The first month in which the contract with Beta covers the journals of Delta and is priced in pounds."""
_RATES = {"GBP": 1.151, "USD": 0.921, "CHF": 1.018}


def _invoice_lines(period: pd.Period) -> list[tuple[str, float, str]]:
    """Return the supplier, amount and currency of a month's invoices; Lindqvist is Beta's agent."""
    rows = [(name, float(fee), "EUR") for name, fee in _FEES.items() if name != "Delta" or period < _TAKEN_OVER]
    if period < _TAKEN_OVER:
        return [*rows, ("Lindqvist", 9_400.0, "EUR")]
    return [*rows, ("Beta", 12_300.0, "GBP")]


@lru_cache(maxsize=1)
def _invoices() -> pd.DataFrame:
    random = draws("university journal invoices")
    rows = []
    for period in pd.period_range("2021-01", "2023-12", freq="M"):
        for supplier, amount, currency in _invoice_lines(period):
            day = period.start_time + pd.Timedelta(days=int(random.integers(2, 26)))
            rows.append((day, supplier, str(period), "invoice", amount, currency))
            if random.random() < 0.2 or (supplier == "Lindqvist" and str(period) in ("2022-05", "2023-04")):
                rows.append((day + pd.Timedelta(days=35), supplier, str(period), "reminder", amount, currency))
    rows += [
        (pd.Timestamp("2023-02-14"), "Lindqvist", "2022-05", "credit", -1_880.0, "EUR"),
        (pd.Timestamp("2022-07-05"), "Lindqvist", "2022-06", "credit", -640.0, "EUR"),
        (pd.Timestamp("2023-11-22"), "Beta", "2023-06", "credit", -2_050.0, "GBP"),
        (pd.Timestamp("2023-08-02"), "Alpha", "2023-05", "credit", -900.0, "EUR"),
        (pd.Timestamp("2022-11-15"), "Lindqvist", "2022-10", "credit", -410.0, "EUR"),
    ]
    columns = ["booked", "supplier", "for_month", "kind", "net", "currency"]
    table = pd.DataFrame(rows, columns=columns).sort_values(["booked", "supplier"], ignore_index=True)
    table.insert(0, "document", [f"LB-{at:05d}" for at in range(1, len(table) + 1)])
    return table


def _payments(folder: Folder) -> None:
    table = _invoices()
    for year, part in table.groupby(table["booked"].dt.year):
        folder.csv(f"booked_{year}.csv", part, OFFICE)
        plan = part[part["kind"] == "invoice"].drop(columns=["document", "booked", "kind"])
        folder.csv(f"budget/booked_{year}_final.csv", plan.assign(net=(plan["net"] * 1.04).round(0)), PLAIN)
    folder.readme(
        "Invoices for journals",
        """Documents by the year in which they were booked, with the month for which they are, without tax. Nothing is
        booked before the month for which it is. A reminder is no further invoice. A credit lessens what its month cost.
        How prices are stated is settled in SR 41 of the senate (senate_rules); rates of exchange are in exchange_rates.
        budget/ has what had been planned.""",
    )


def _rates(folder: Folder) -> None:
    random = draws("university exchange rates")
    months = pd.period_range("2021-01", "2023-12", freq="M")
    for name, kind in (("rates_end.csv", 0.0), ("rates_mean.csv", 0.011)):
        rows = [
            (str(month), currency, round(1 / (level * float(1 + random.normal(kind, 0.012))), 5))
            for month in months
            for currency, level in _RATES.items()
        ]
        folder.csv(name, pd.DataFrame(rows, columns=["month", "currency", "for_one_eur"]), PLAIN)
    folder.readme(
        "Rates of exchange",
        "Units of a currency for one EUR.",
        files={"rates_end.csv": "on the last day of each month", "rates_mean.csv": "means of each month"},
    )


def _clinic(folder: Folder) -> None:
    random = draws("university clinic proxy")
    levels = {"Alpha": 7_900, "Beta": 5_300, "Gamma": 2_700, "Delta": 1_900}
    for year in (2022, 2023):
        rows = []
        for month in range(5 if year == 2022 else 1, 13):
            for publisher, level in levels.items():
                for who, share in (("staff", 0.62), ("students", 0.27), ("guests", 0.11)):
                    rows.append((f"{year}{month:02d}", publisher, who, int(random.poisson(level * share))))
        table = pd.DataFrame(rows, columns=["month", "publisher", "who", "articles"])
        folder.csv(f"proxy_{year}.txt", table, MAINFRAME)
        requested = table.assign(articles=(table["articles"] * random.uniform(1.2, 1.5, len(table))).astype(int))
        folder.csv(f"requests/proxy_{year}_final.txt", requested, BRITISH)
    folder.readme(
        "Proxy of the clinic",
        """Since May 2022 the clinic reaches journals over a proxy of its own. Articles that were downloaded over it are
        here and not in e_journals, by month, publisher and who it was. requests/ has all requests, also those that were
        refused.""",
    )


DATASETS = (
    Dataset("journal_invoices", _payments),
    Dataset("exchange_rates", _rates),
    Dataset("clinic_proxy", _clinic),
)
