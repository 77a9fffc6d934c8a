"""Simulate the budget: drafts, adopted and amended plans, expenditure, and annual accounts."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import OFFICE
from headwater.suites.discovery.corpus.city._closing import REPEATED, YEAR, without_last_day, write_closing

_GROUPS = {
    "1110 Administration": 61.0, "1220 Public order": 24.5, "1260 Fire brigade": 33.8, "2110 Primary schools": 58.4,
    "2180 Comprehensive schools": 71.2, "2510 Museums": 12.6, "2610 Theatre": 21.7, "2720 Libraries": 14.9,
    "3110 Social assistance": 96.5, "3650 Child care": 133.1, "3660 Youth centers": 9.8, "4240 Pools and sports": 26.4,
    "5110 Planning": 8.9, "5370 Waste": 38.0, "5410 Roads": 47.3, "5450 Winter service": 6.2,
    "5470 Public transport": 88.0, "5510 Parks": 19.4, "5530 Cemeteries": 7.1, "5710 Economic development": 5.6,
}  # fmt: skip
_YEARS = (2021, 2022, 2023, 2024)
_MONTHS = range(1, 13)


@lru_cache(maxsize=1)
def _plans() -> pd.DataFrame:
    """Return a row for each year and product group, with amounts in whole euros."""
    random = draws("city budget")
    rows = []
    for year in _YEARS:
        for group, level in _GROUPS.items():
            adopted = level * 1e6 * 1.035 ** (year - 2021) * float(random.normal(1, 0.02))
            draft = adopted * float(random.normal(0.985, 0.015))
            first = adopted * float(random.normal(0.01, 0.02)) if random.random() < 0.6 else 0.0
            second = adopted * float(random.normal(0.015, 0.02)) if random.random() < 0.5 else 0.0
            spent = (adopted + first + second) * float(random.normal(0.99, 0.03))
            audit = spent * float(random.normal(0, 0.004))
            rows.append(
                (year, group, *(round(each, -3) for each in (draft, adopted, first, second)), spent, spent + audit)
            )
    columns = ["year", "group", "draft", "adopted", "first", "second", "booked", "audited"]
    table = pd.DataFrame(rows, columns=columns).round(2)
    amounts = ["draft", "adopted", "first", "second"]
    table[amounts] = table[amounts].astype(int)
    return table


def _plan(folder: Folder) -> None:
    plans = _plans()
    for year, part in plans.groupby("year"):
        code, name = part["group"].str[:4], part["group"].str[5:]
        table = pd.DataFrame({"product": code, "name": name})
        folder.xlsx(
            f"{year}/budget_{year}_final.xlsx", {"plan": table.assign(EUR=part["draft"])}, ("Expenditure, EUR",)
        )
        thousands = (part["adopted"] / 1000).round().astype(int)
        folder.xlsx(f"{year}/budget_{year}.xlsx", {"plan": table.assign(kEUR=thousands)}, ("Expenditure, kEUR",))
        first = table.assign(change_EUR=part["first"])[part["first"] != 0]
        folder.csv(f"{year}/nachtrag_1.csv", first, OFFICE)
        total = part["adopted"] + part["first"] + part["second"]
        second = table.assign(new_total_kEUR=(total / 1000).round().astype(int))[part["second"] != 0]
        folder.csv(f"{year}/nachtrag_2.csv", second, OFFICE)
        wish = part["adopted"] * 1.04
        folder.csv(f"{year}/requests_of_departments.csv", table.assign(EUR=wish.round(-3).astype(int)), OFFICE)
        folder.pdf(
            f"{year}/speech_{year}.pdf",
            f"Budget speech {year}",
            [
                "The treasurer presents the draft of the budget to the council. Amounts in kEUR, of the draft.",
                table.assign(kEUR=(part["draft"] / 1000).astype(int)),
            ],
        )
    folder.readme(
        "Budgets of the city",
        """Planned expenditure by product. The plan of a year is what the council adopted, changed by two supplementary
        budgets (Nachtrag).""",
        files={
            "YYYY/budget_YYYY_final.xlsx": "the final draft, which the treasurer handed to the council",
            "YYYY/budget_YYYY.xlsx": "what the council adopted",
            "YYYY/nachtrag_1.csv": "first supplementary budget: the change of a product, only products that change",
            "YYYY/nachtrag_2.csv": """second supplementary budget: the new total of a product, with the first
            supplementary budget in it; only products that change""",
            "YYYY/requests_of_departments.csv": "what departments asked for; never adopted",
            "YYYY/speech_YYYY.pdf": "the speech to the draft",
        },
    )


def _execution(folder: Folder) -> None:
    random = draws("city execution")
    for year, part in _plans().groupby("year"):
        shares = random.dirichlet(np.full(12, 18.0), len(part))
        winter = part["group"].str.contains("Winter").to_numpy()
        shares[winter] = random.dirichlet(np.array([9, 8, 5, 1, 0.3, 0.2, 0.2, 0.2, 0.4, 1, 4, 7.0]) * 3, winter.sum())
        cumulative = np.cumsum(shares, axis=1) * part["booked"].to_numpy()[:, None]
        for month in _MONTHS:
            if (year, month) > (2024, 6):
                break
            table = pd.DataFrame({"Produkt": part["group"].str[:4], "Bezeichnung": part["group"].str[5:]})
            table["Ist"] = np.round(cumulative[:, month - 1], 2)
            table["Plan"] = part["adopted"].to_numpy()
            if (year, month) == (YEAR, REPEATED):
                folder.csv(f"{year}/ist_{year}_{month:02d}_n.csv", table, OFFICE)
                table = without_last_day(table)
            folder.csv(f"{year}/ist_{year}_{month:02d}.csv", table, OFFICE)
    write_closing(folder, [group[:4] for group in _GROUPS])
    folder.readme(
        "Execution of the budget",
        """What has been booked, a file a month. Amounts are in EUR and cumulative: a file has what was booked from
        January to the end of its month. The column Plan is the plan as the council adopted it, without supplementary
        budgets. December is not the account of the year: the audit changes it.""",
        """Months are not written again when something is transferred, charged between products or spread over months
        later: the lists of 2023 have it, by months of the year. CHANGELOG.md has what was different in a file; regeln/
        has the rules for costs, with their versions.""",
        files={
            "YYYY/ist_YYYY_MM.csv": "what was booked from January to the end of the month",
            "2023/umbuchungen_2023.csv": """transfers, in EUR; storniert: number of the voucher that is cancelled, or
            0""",
            "2023/verrechnung_2023.csv": "internal charges, by month: leistet does something for empfaengt, in kEUR",
            "2023/verrechnung_2023_plan.csv": "the same as it had been planned",
            "2023/abgrenzung_2023.csv": """what was booked in one month (gebucht) for the months from von to bis, in
            EUR""",
        },
    )


def _accounts(folder: Folder) -> None:
    for year, part in _plans().groupby("year"):
        if year == 2024:
            continue
        table = pd.DataFrame({"product": part["group"].str[:4], "name": part["group"].str[5:]})
        folder.csv(f"accounts_{year}.csv", table.assign(expenditure=part["booked"]))
        rows = table.assign(expenditure_kEUR=(part["audited"] / 1000).round(1))
        folder.json(f"accounts_{year}_rpa.json", rows.to_dict("records"))
        folder.parquet(f"accounts_{year}_v2.parquet", table.assign(expenditure=(part["booked"] * 1.0005).round(2)))
    folder.changes(
        [
            ("2022-03-10", "accounts_2021.csv: as closed by the treasury."),
            ("2022-04-02", "accounts_2021_v2.parquet: with interest on late payments; not accepted by the auditors."),
            (
                "2022-09-20",
                "accounts_2021_rpa.json: as audited by the court of audit (RPA) and approved by the council.",
            ),
            ("2023-09-18", "The same three files of 2022, made in the same way."),
            ("2024-09-23", "The same three files of 2023, made in the same way."),
        ]
    )
    folder.readme("Annual accounts", "Expenditure by product. CHANGELOG.md says which file is which.")


DATASETS = (
    Dataset("city_budgets", _plan),
    Dataset("budget_execution_monthly", _execution),
    Dataset("annual_accounts", _accounts),
)
