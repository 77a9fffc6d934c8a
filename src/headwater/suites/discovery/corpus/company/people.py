"""Simulate staff: employees, recorded hours and payroll."""

from __future__ import annotations

from functools import lru_cache, partial

import numpy as np
import pandas as pd

from headwater.suites.discovery.corpus._community import Dataset
from headwater.suites.discovery.corpus._draw import draws
from headwater.suites.discovery.corpus._folder import Folder
from headwater.suites.discovery.corpus._writers.csv import MAINFRAME, OFFICE, PLAIN
from headwater.suites.discovery.corpus.company._firm import DEPARTMENTS, PRODUCTS, UNITS, staff
from headwater.suites.discovery.corpus.company._papers import Paper, Parts, fixed

_MONTHS = pd.period_range("2021-01", "2023-12", freq="M")
_LATE = pd.period_range("2022-01", "2023-12", freq="M")
_NUMBERED = pd.Period("2022-10", "M")
_MINUTES = pd.Period("2023-10", "M")
_REISSUED = pd.Period("2022-06", "M")
_TYPES = {"Grundgehalt": 1000, "Bonus": 2100, "Mehrarbeit": 2200, "Arbeitgeberanteil SV": 5100, "Vorsorge": 5200}
_SHARES = {"Grundgehalt": 1.0, "Bonus": 0.06, "Mehrarbeit": 0.03, "Arbeitgeberanteil SV": 0.2, "Vorsorge": 0.04}


def _numbers() -> dict[str, str]:
    order = draws("company departments").permutation(len(DEPARTMENTS))
    return {code: str(110 + 20 * int(at)) for code, at in zip(DEPARTMENTS, order, strict=True)}


@lru_cache(maxsize=64)
def roll(month: pd.Period) -> pd.DataFrame:
    """Return the people who were employed on at least one day in a month."""
    known = staff()
    present = (known["hired"] <= month.end_time) & ~(known["left"] < month.start_time)
    table = known[present].copy()
    away = draws(f"company leave {month.year}").random(len(known))[present.to_numpy()] < 0.05
    table["status"] = np.where(away, "EZ", "A")
    if month >= _NUMBERED:
        table["abt"] = table["abt"].map(_numbers())
    table = table[["pnr", "bk", "abt", "fte", "hired", "left", "status"]]
    return table.set_axis(["pnr", "bk", "abt", "fte", "eintritt", "austritt", "status"], axis=1)


def present(month: pd.Period) -> pd.DataFrame:
    """Return the people who count as staff at the end of a month."""
    table = roll(month)
    return table[(table["status"] == "A") & ~(table["austritt"] < month.end_time.normalize())]


def _roll(folder: Folder) -> None:
    for month in _MONTHS:
        table = roll(month)
        if month == _REISSUED:
            draw = draws("company reissue").random(len(table))
            folder.xlsx(f"stand_{month:%Y%m}.xlsx", {"Stand": table[table["bk"] != "20"]})
            folder.xlsx("neu/eing_0708.xlsx", {"Stand": table[draw > 0.06]})
            folder.xlsx("neu/eing_0715.xlsx", {"Stand": table})
            folder.xlsx("neu/eing_0721.xlsx", {"Stand": roll(month + 1)})
        else:
            folder.xlsx(f"stand_{month:%Y%m}.xlsx", {"Stand": table})
        folder.csv(f"export_hr/{month:%Y%m}.csv", table.assign(fte=1.0), PLAIN)
    folder.readme(
        "Personalstand",
        "Staff at the end of each month. status: A aktiv, EZ Elternzeit. austritt: last day. fte: Anteil der Vollzeit.",
        "export_hr/: for the time clock.",
    )


@lru_cache(maxsize=1)
def leavers() -> pd.DataFrame:
    """Return the people who left, with their reasons. Transfers within the group are included."""
    random = draws("company leavers")
    table = staff()[staff()["left"].notna()][["pnr", "bk", "left"]].sort_values(["left", "pnr"])
    table = table.set_axis(["pnr", "bk", "letzter_tag"], axis=1)
    table["grund"] = random.choice([10, 20, 30, 40, 50], len(table), p=[0.5, 0.14, 0.12, 0.08, 0.16])
    return table[table["letzter_tag"] >= "2020-01-01"]


def _leavers(folder: Folder) -> None:
    table = leavers()
    for year, part in table.groupby(table["letzter_tag"].dt.year):
        folder.csv(f"abgang_{year}.csv", part, OFFICE)
        paid = part.assign(letzter_tag=part["letzter_tag"] + pd.offsets.MonthEnd(1) + pd.Timedelta(days=31))
        folder.csv(f"lohn/abgang_{year}.csv", paid, OFFICE)
    folder.readme(
        "Abgänge",
        "grund: 10 Eigenkündigung, 20 Kündigung durch uns, 30 Befristung, 40 Rente, 50 Wechsel im Konzern.",
        "lohn/: with the day on which the last salary was paid.",
    )


def _keys(folder: Folder) -> None:
    numbers = _numbers()
    right = pd.DataFrame({"nr": list(numbers.values()), "bezeichnung": [DEPARTMENTS[code] for code in numbers]})
    draft = right.assign(bezeichnung=np.roll(right["bezeichnung"], 4))
    later = right.assign(bezeichnung=np.roll(right["bezeichnung"], -3))
    old = pd.DataFrame({"nr": list(DEPARTMENTS), "bezeichnung": list(DEPARTMENTS.values())})
    for name, each in (("os_1", old), ("os_2", draft), ("os_3", right), ("os_4", later)):
        folder.csv(f"{name}.csv", each.sort_values("nr"), PLAIN)
    folder.readme("Organisationsschlüssel", "Keys of departments. os_2 has been in use since October 2022.")


@lru_cache(maxsize=128)
def hours(unit: str, month: pd.Period) -> pd.DataFrame:
    """Return timesheet entries, in hours."""
    random = draws(f"company hours {unit} {month}")
    own = roll(month)
    own = own[own["bk"] == unit]
    count = 9 * len(own)
    table = pd.DataFrame({"nr": month.ordinal * 100_000 + int(unit) * 1000 + np.arange(count)})
    table["pnr"] = random.choice(own["pnr"], count)
    days = random.integers(0, month.days_in_month, count)
    table["tag"] = month.start_time + pd.to_timedelta(days, unit="D")
    table["projekt"] = random.choice(_project_numbers(month.year)["nr"], count)
    table["zeit"] = random.choice(np.arange(1, 33), count) / 4
    return table.sort_values(["tag", "nr"], ignore_index=True)


@lru_cache(maxsize=8)
def _project_numbers(year: int) -> pd.DataFrame:
    random = draws(f"company projects {year}")
    table = pd.DataFrame({"nr": np.sort(random.choice(np.arange(100, 180), 40, replace=False))})
    table["prj"] = random.permutation([*list(PRODUCTS) * 7, "INT", "INT", "INT", "FOR", "FOR"])
    return table


def _voids(unit: str, month: pd.Period) -> pd.DataFrame:
    table = hours(unit, month)
    chosen = draws(f"company voids {unit} {month}").random(len(table)) < 0.06
    return table[chosen][["nr"]].assign(grund="doppelt")


def _hours(folder: Folder) -> None:
    for unit in UNITS:
        for month in _LATE:
            table = hours(unit, month)
            if unit == "20" and month >= _MINUTES:
                table = table.assign(zeit=(table["zeit"] * 60).astype(int))
            if unit == "20" and str(month) == "2023-11":
                half = table[table["tag"].dt.day <= 15]
                folder.jsonl("nachtrag/lyon_d1.jsonl", half)
                folder.jsonl("nachtrag/lyon_d2.jsonl", table)
                folder.jsonl("nachtrag/lyon_d3.jsonl", hours("20", month - 1))
            else:
                folder.csv(f"{unit}/{month:%Y%m}.csv", table, OFFICE)
            voids = _voids(unit, month)
            first = voids.iloc[: len(voids) * 2 // 3]
            more = table.sample(len(voids) // 2, random_state=month.ordinal)[["nr"]].assign(grund="geprueft")
            third = pd.concat([voids, more]).drop_duplicates("nr")
            for place, each in enumerate((first, third, voids) if month.month % 2 else (third, voids, first), start=1):
                folder.csv(f"storno/{unit}_{month:%Y%m}_{place}.csv", each, PLAIN)
    folder.readme(
        "Sperber, Zeiten",
        """Hours by person, day and project, a folder for each company. storno/: entries that are void, as the heads of
        departments sent them; the last list counts. zeit: in hours.""",
    )


def _projects(folder: Folder) -> None:
    for year in (2021, 2022, 2023):
        right = _project_numbers(year)
        folder.csv(f"pl_{year}_1.csv", right.assign(prj=np.roll(right["prj"], 2)), OFFICE)
        folder.csv(f"pl_{year}_2.csv", right, OFFICE)
        folder.csv(f"pl_{year}_3.csv", right.assign(prj=np.roll(right["prj"], 1)), OFFICE)
    folder.readme("Projektliste", "Numbers of projects, which are given anew each year. INT: intern, FOR: Forschung.")


def _recorded(month: str, unit: str) -> Parts:
    period = pd.Period(month, "M")
    table = hours(unit, period)
    remaining_rows = table[~table["nr"].isin(_voids(unit, period)["nr"])]
    return [
        f"Working time in {UNITS[unit]}, {period:%m/%Y}, for the works council. Void entries are taken off.",
        f"Entries {len(remaining_rows)}, hours {remaining_rows['zeit'].sum():,.2f}; "
        f"taken off: {len(table) - len(remaining_rows)}.",
    ]


@lru_cache(maxsize=128)
def wages(unit: str, month: pd.Period) -> pd.DataFrame:
    """Return the payroll rows paid in a month, each with the month for which it was paid."""
    random = draws(f"company wages {unit} {month}")
    own = roll(month).merge(staff()[["pnr", "pay"]], on="pnr")
    own = own[own["bk"] == unit]
    parts = []
    for name, share in _SHARES.items():
        amount = own["pay"] * own["fte"] / 12 * share * random.uniform(0.85, 1.15, len(own))
        part = pd.DataFrame({"pnr": own["pnr"], "art": name, "fuer": str(month), "betrag": (amount * 100).round()})
        if name == "Bonus":
            part["fuer"] = [str(month - int(back)) for back in random.integers(1, 5, len(own))]
            back = part[random.random(len(part)) < 0.12]
            part = pd.concat([part, back.assign(betrag=(-back["betrag"] * 0.3).round())])
        parts.append(part)
    table = pd.concat(parts, ignore_index=True)
    return table.assign(betrag=table["betrag"].astype(int))


def _catalog(name: str) -> dict[str, int]:
    values = list(_TYPES.values())
    turns = {"2022": 0, "2023": 2, "2023n": 3}
    return dict(zip(_TYPES, np.roll(values, turns[name]).tolist(), strict=True))


def _catalog_of(month: pd.Period) -> str:
    if month.year == 2022:
        return "2022"
    return "2023" if month < pd.Period("2023-02", "M") else "2023n"


def _wages(folder: Folder) -> None:
    for unit in UNITS:
        for month in _LATE:
            table = wages(unit, month)
            table = table.assign(art=table["art"].map(_catalog(_catalog_of(month)))).rename(columns={"art": "lart"})
            if unit == "10" and str(month) == "2023-03":
                folder.csv("dienstleister/dl_0331_a.csv", table[table["pnr"] > "70300"], MAINFRAME)
                folder.csv("dienstleister/dl_0331_b.csv", table[table["fuer"] != "2022-11"], MAINFRAME)
                folder.csv("dienstleister/dl_0404_c.csv", table, MAINFRAME)
            else:
                folder.parquet(f"{unit}/{month:%Y%m}.parquet", table)
    folder.readme(
        "Lohnjournal",
        """A row for each person and Lohnart (lart). fuer: month to which it belongs; the month of payment is in the
        name.""",
        "betrag: in cents. dienstleister/: what the payroll office in Kiel sent when it took over.",
    )


def _types(folder: Folder) -> None:
    for name in ("2022", "2023", "2023n"):
        rows = [(number, kind) for kind, number in _catalog(name).items()]
        folder.csv(f"la_{name}.csv", pd.DataFrame(rows, columns=["lart", "text"]).sort_values("lart"), PLAIN)
    folder.readme("Lohnarten", "What the numbers of Lohnarten mean.")


def _payroll() -> Parts:
    table = wages("10", pd.Period("2023-03", "M"))
    return [
        "Handover of the payroll of Norvane SE to the office in Kiel. First run: March 2023.",
        f"Run accepted with {len(table)} rows and {table['betrag'].sum() / 100:,.2f} EUR.",
    ]


def _heads() -> Parts:
    rows = []
    for month in _MONTHS[5::6]:
        table = present(month)
        rows.append((str(month), len(table), f"{table['fte'].sum():.1f}"))
    return [
        "Staff, as counted by HB-31, at the ends of June and December.",
        pd.DataFrame(rows, columns=["at", "heads", "FTE"]),
    ]


PAPERS = (
    Paper("gremien_prot/2023/AR_2024-02-01_Anlage_2.pdf", "Anlage 2: Personal", _heads),
    Paper("gremien_prot/2023/Lohn_2023-04.pdf", "Abnahme Lohn", _payroll),
    *(
        Paper(
            f"gremien_prot/2023/BR_{unit}_{month}.pdf",
            "Betriebsrat",
            partial(_recorded, month, unit),
        )
        for unit in UNITS
        for month in ("2023-03", "2023-04", "2023-09", "2023-10", "2023-11")
    ),
    Paper(
        "handbuch_norvane/HB-02_Organigramm.pdf",
        "HB-02 Who does what",
        fixed(
            """For colleagues who do not speak German or French. Vertrieb Innendienst: inside sales. Vertrieb
            Aussendienst: field sales. Kundenbetreuung: customer success. Service après-vente: support.
            Entwicklung: engineering. Rechenzentrum: hosting. Buchhaltung: accounting. Achats: procurement. Recht:
            legal. Werbung: marketing. Ressources humaines: people."""
        ),
    ),
    Paper(
        "handbuch_norvane/HB-31_Personal.pdf",
        "HB-31 Counting staff",
        fixed(
            """A person counts at the end of a month if still employed on its last day; the last day of work is a day of
            employment. Who is on parental leave does not count. FTE is the sum of the shares of full time.""",
            """Turnover of a fiscal year is the number of people who gave notice themselves and whose last day is in the
            year, over the mean of the heads at the end of the day before it begins and at its end.""",
        ),
    ),
    Paper(
        "handbuch_norvane/HB-07_v1.pdf",
        "HB-07 Fiscal year, version 1",
        fixed("In force from 2016. The fiscal year begins on 1 July and has the number of the year in which it ends."),
    ),
    Paper(
        "handbuch_norvane/HB-07_v2.pdf",
        "HB-07 Fiscal year, version 2",
        fixed(
            "In force from 1 October 2020. The fiscal year begins on 1 October and has the number of the year in which "
            "it ends."
        ),
    ),
    Paper(
        "handbuch_norvane/HB-07_v3.pdf",
        "HB-07 Fiscal year, version 3",
        fixed(
            "In force from 1 January 2023. The fiscal year is the calendar year. The months from October to December "
            "2022 are a short year of their own."
        ),
    ),
    Paper(
        "handbuch_norvane/HB-35_Bonus.pdf",
        "HB-35 Bonus",
        fixed(
            """A bonus belongs to the month for which it is paid. It is paid in the first to fourth month afterwards,
            never earlier or later; what is taken back is in the same months, with a minus."""
        ),
    ),
    Paper(
        "post_export/2022/1012_os.md",
        "Organisationsschlüssel",
        fixed(
            "Von: Ressources humaines. An: Controlling. 12 October 2022.",
            """The numbers of departments that you got in September (os_2) were those of the consultants' draft. All
            files since October have the numbers of os_3.""",
        ),
    ),
    Paper(
        "post_export/2023/1120_os.md",
        "Neue Nummern 2024",
        fixed(
            "Von: Ressources humaines. An: alle. 20 November 2023.",
            "os_4 is for January 2024. Please do not use it yet.",
        ),
    ),
    Paper(
        "post_export/2023/0215_projekte.md",
        "Projektnummern",
        fixed(
            "Von: Controlling. An: Entwicklung. 15 February 2023.",
            """Every January the same: the first list goes out with slipped lines, the second one is right, and
            somebody sorts it afterwards and calls it the third. Time recording uses the second, this year as in
            the years before.""",
        ),
    ),
    Paper(
        "ticket_archiv/it-23310.md",
        "IT-23310 Zeiten Lyon",
        fixed(
            "Opened by Service après-vente, 4 December 2023.",
            """Since the new clock (1 October) the column with the time is in minutes for Lyon. The transfer of
            November broke off; it was sent again to the folder for what comes late, three times until it was
            complete.""",
        ),
    ),
    Paper(
        "post_export/2023/0227_lohnarten.md",
        "Lohnarten ab Februar",
        fixed(
            "Von: Ressources humaines. An: Buchhaltung. 27 February 2023.",
            """January was still paid with the numbers of the list 2023. From the payment of February the new list (n)
            holds; it is not for January, please do not recode.""",
        ),
    ),
)
DATASETS = (
    Dataset("personal_stand", _roll),
    Dataset("personal_abgang", _leavers),
    Dataset("orga_schluessel", _keys),
    Dataset("sperber_zeiten", _hours),
    Dataset("projekt_liste", _projects),
    Dataset("lohn_journal", _wages),
    Dataset("lohn_arten", _types),
)
