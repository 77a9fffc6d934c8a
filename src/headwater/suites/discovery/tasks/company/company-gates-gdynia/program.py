"""Count the items in a product group at a depot that reports its stock in boxes."""
import pandas as pd

GROUP = "Toegangspoorten"
BALANCE = "/data/saldo_kwartaal/2022/s4_k3.parquet"
ARTICLES = "/data/artikelen_handel/art_2022.csv"
GROUPS = "/data/artikelen_handel/groepen/ag_1.csv"
BOXES = "/data/verpakking_lijst/vp_09.csv"


def read_group():
    """Return the articles of the group, using the group numbers valid until 2022."""
    articles = pd.read_csv(
        ARTICLES,
        sep="|",
        encoding="latin-1",
    )
    groups = pd.read_csv(
        GROUPS,
        sep=";",
        encoding="cp1252",
    )
    wanted = groups.loc[groups["omschrijving"] == GROUP, "grp"]
    return articles.loc[articles["grp"].isin(wanted), "artnr"]


def read_boxes():
    """Return the pieces per box for each article."""
    table = pd.read_csv(BOXES, sep="\t", encoding="utf-16")
    boxes = table[table["ehd"] == "DS"]
    return boxes.set_index("artnr")["stuks"]


balance = pd.read_parquet(BALANCE)
gates = balance[balance["artnr"].isin(read_group())]
pieces = gates["aantal"] * gates["artnr"].map(read_boxes())
total = int(pieces.sum())
kinds = int((pieces > 0).sum())
print(f"{total}; {kinds}")
