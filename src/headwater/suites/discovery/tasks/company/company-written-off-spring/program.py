"""Value the goods of an article group written off in a quarter, and find the depot with the highest value."""
import json

import pandas as pd

GROUP = "Vaste terminals"
DEPOTS = {1: "Venlo", 2: "Lille", 3: "Leeds", 4: "Gdynia", 5: "Turin", 9: "Duisburg"}
FILES = (
    "/data/magazijn_mutaties/mu_202304.jsonl",
    "/data/magazijn_mutaties/opnieuw/mu_54.jsonl",
    "/data/magazijn_mutaties/mu_202306.jsonl",
)
NEXT = "/data/magazijn_mutaties/mu_202307.jsonl"
CLOSED = "2023-07-15"
BOXES = (3, "2023-05-16", "2023-05-31")
INSURED = (2, "2023-05-03", "2023-05-05")
JOINED = {988813: "2023-05-01"}
LEFT = {473677: "2023-05-15"}


def read_movements(path):
    """Return the movements of a month."""
    with open(path, encoding="utf-8") as file:
        return pd.DataFrame([json.loads(line) for line in file])


def read_members():
    """Return the articles of the group, using the group numbers of 2023."""
    articles = pd.read_csv("/data/artikelen_handel/art_2023.csv", sep="|", encoding="latin-1")
    groups = pd.read_csv("/data/artikelen_handel/groepen/ag_3.csv", sep=";", encoding="cp1252")
    wanted = groups.loc[groups["omschrijving"] == GROUP, "grp"]
    return articles.loc[articles["grp"].isin(wanted), "artnr"]


def read_boxes():
    """Return the pieces per box by article."""
    table = pd.read_csv("/data/verpakking_lijst/vp_09.csv", sep="\t", encoding="utf-16")
    return table[table["ehd"] == "DS"].set_index("artnr")["stuks"]


def read_costs():
    """Return the corrected cost per piece by article."""
    table = pd.read_csv("/data/kostprijs_lijst/kp_2023h1.csv", sep="|", encoding="latin-1")
    with open("/data/kostprijs_lijst/correctie/2023h1_p.json", encoding="utf-8") as file:
        errata = pd.DataFrame(json.load(file)["regels"])
    table = pd.concat([table, errata]).drop_duplicates("artnr", keep="last").set_index("artnr")
    return table["kp"] / table["pe"]


def happened_in(table, place):
    """Return a mask of the movements in a depot between two days, both included."""
    depot, first, last = place
    return (table["mag"] == depot) & (table["datum"] >= first) & (table["datum"] <= last)


kinds = pd.read_csv("/data/magazijn_mutaties/soorten/ms_b.csv")
written_off = kinds.loc[kinds["soort"] == "Afkeur", "srt"].iloc[0]
table = pd.concat([read_movements(path) for path in FILES], ignore_index=True)
later = read_movements(NEXT)
later = later[later["datum"] <= CLOSED]
reversed_ones = pd.concat([table["ref"], later["ref"]])
counted = table[(table["srt"] == written_off) & ~table["nr"].isin(reversed_ones)]
counted = counted[~happened_in(counted, INSURED)]
is_member = counted["artnr"].isin(read_members())
is_member |= counted["datum"] >= counted["artnr"].map(JOINED).fillna("9999")
is_member &= counted["datum"] < counted["artnr"].map(LEFT).fillna("9999")
counted = counted[is_member]
pieces = counted["aantal"] * counted["artnr"].map(read_boxes()).where(happened_in(counted, BOXES), 1)
value = pieces * counted["artnr"].map(read_costs())
if value.isna().any():
    raise ValueError("an article has no cost")
by_depot = value.groupby(counted["mag"]).sum().sort_values()
worst = DEPOTS[by_depot.index[-1]]
print(f"{value.sum():.0f} EUR; {worst}; {by_depot.iloc[-1]:.0f} EUR")
