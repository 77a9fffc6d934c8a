"""Count the readers that one depot sold in a year in which its number and the box sizes changed."""
import sqlite3

import pandas as pd

ORDERS = "/data/verkoop_orders/terug/vo_7714.db"
GROUP = "Handscanners"
RENUMBERED, REPACKED = "2022-04-01", "2022-07-01"
BEFORE, SINCE = 4, 3


def read_table(name):
    """Return a table from the database that agrees with the depots' paper records."""
    with sqlite3.connect(ORDERS) as connection:
        return pd.read_sql(f"select * from {name}", connection)


def read_boxes(path):
    """Return the pieces per unit for each article and unit."""
    table = pd.read_csv(path, sep="\t", encoding="utf-16")
    return table.set_index(["artnr", "ehd"])["stuks"]


def pieces(lines, boxes):
    """Return the number of pieces on the lines; quantities in units without an entry in boxes are pieces already."""
    keys = pd.MultiIndex.from_frame(lines[["artnr", "ehd"]])
    each = boxes.reindex(keys).fillna(1).to_numpy()
    return (lines["aantal"] * each).sum()


articles = pd.read_csv("/data/artikelen_handel/art_2022.csv", sep="|", encoding="latin-1")
groups = pd.read_csv("/data/artikelen_handel/groepen/ag_1.csv", sep=";", encoding="cp1252")
wanted = groups.loc[groups["omschrijving"] == GROUP, "grp"]
readers = articles.loc[articles["grp"].isin(wanted), "artnr"]

heads = read_table("kop")
is_sale = (heads["srt"] == "V") & heads["st"].isin([30, 40])
is_early = heads["datum"] < RENUMBERED
is_leeds = heads["mag"].eq(BEFORE).where(is_early, heads["mag"].eq(SINCE))
lines = read_table("regel")
lines = lines[(lines["st"] == "G") & lines["artnr"].isin(readers)]
lines = lines.merge(heads.loc[is_sale & is_leeds, ["ordnr", "datum", "klant"]], on="ordnr")
is_old = lines["datum"] < REPACKED
total = pieces(lines[is_old], read_boxes("/data/verpakking_lijst/vp_07.csv"))
total += pieces(lines[~is_old], read_boxes("/data/verpakking_lijst/vp_09.csv"))
print(f"{int(total)}; {lines['klant'].nunique()}")
