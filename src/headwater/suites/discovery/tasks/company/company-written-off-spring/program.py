"""Pieces of a group that were written off in a quarter, and the depot with the most of them."""
import json

import pandas as pd

GROUP = "Vaste terminals"
DEPOTS = {1: "Venlo", 2: "Lille", 3: "Leeds", 4: "Gdynia", 5: "Turin", 9: "Duisburg"}
FILES = (
    "/data/magazijn_mutaties/mu_202304.jsonl",
    "/data/magazijn_mutaties/opnieuw/mu_54.jsonl",
    "/data/magazijn_mutaties/mu_202306.jsonl",
)


def read_movements(path):
    """Return the movements of a month."""
    with open(path, encoding="utf-8") as file:
        return pd.DataFrame([json.loads(line) for line in file])


def read_articles():
    """Return the articles of the group, by the numbers of 2023."""
    articles = pd.read_csv("/data/artikelen_handel/art_2023.csv", sep="|", encoding="latin-1")
    groups = pd.read_csv("/data/artikelen_handel/groepen/ag_3.csv", sep=";", encoding="cp1252")
    wanted = groups.loc[groups["omschrijving"] == GROUP, "grp"]
    return articles.loc[articles["grp"].isin(wanted), "artnr"]


kinds = pd.read_csv("/data/magazijn_mutaties/soorten/ms_b.csv")
written_off = kinds.loc[kinds["soort"] == "Afkeur", "srt"].iloc[0]
table = pd.concat(
    [read_movements(path) for path in FILES],
    ignore_index=True,
)
is_reversed = table["nr"].isin(table.loc[table["ref"] > 0, "ref"])
counted = table[(table["srt"] == written_off) & ~is_reversed]
counted = counted[counted["artnr"].isin(read_articles())]
by_depot = counted.groupby("mag")["aantal"].sum().sort_values()
worst = DEPOTS[by_depot.index[-1]]
most = by_depot.iloc[-1]
total = by_depot.sum()
print(f"{total}; {worst}; {most}")
