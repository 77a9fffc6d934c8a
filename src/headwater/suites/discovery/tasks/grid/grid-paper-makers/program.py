"""Compute the corrected electricity of paper makers in the second half of 2023, and find the largest consumer."""
import pandas as pd

PAPER = 17
MONTHS = range(7, 13)
MASTER = "/data/stammdaten_rlm/"


def read_month(number):
    """Return the metered energy of a month."""
    table = pd.read_csv(f"/data/zaehlwerte_rlm/RLM_2023{number:02d}.csv", sep="|")
    return table.assign(monat=f"2023-{number:02d}")


def read_corrections():
    """Return the corrected value for each metering point and month."""
    log = pd.read_csv("/data/berichtigungen_rlm/register_k1.csv")
    cancelled = log.loc[log["art"] == "S", "bezug"]
    standing = log[(log["art"] == "E") & ~log["lfd"].isin(cancelled)]
    standing = standing.sort_values("lfd").drop_duplicates(["zp", "monat"], keep="last")
    return standing[["zp", "monat", "kwh"]].rename(columns={"kwh": "new"})


def read_links():
    """Return the customer of each metering point, with the first and last day."""
    links = pd.read_csv(MASTER + "zuordnung.csv", sep=";", encoding="cp1252")
    firms = pd.read_csv(MASTER + "kunden.csv", sep=";", encoding="cp1252")
    for name in ("ab", "bis"):
        links[name] = pd.to_datetime(links[name], format="%d.%m.%Y")
    links["bis"] = links["bis"].fillna(pd.Timestamp("2099-12-31"))
    return links.merge(firms, on="kd")


table = pd.concat([read_month(number) for number in MONTHS])
table = table.merge(read_corrections(), on=["zp", "monat"], how="left")
table["kwh"] = table["new"].fillna(table["kwh"])
table = table.merge(read_links(), on="zp")
first = pd.to_datetime(table["monat"] + "-01")
table = table[(table["ab"] <= first) & (first <= table["bis"]) & (table["wz"] == PAPER)]
by_firm = table.groupby("firma")["kwh"].sum().sort_values()
print(f"{by_firm.sum() / 1000:.1f} MWh; {by_firm.index[-1]}")
