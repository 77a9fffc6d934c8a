"""Net energy over two links in 2022."""
import pandas as pd

LINKS = ("fjordlink", "eastbridge")
YEAR = 2022
QUARTERS = (1, 2, 3, 4)
FIRST = pd.Timestamp("2000-01-01")
# Until 30 June 2022 a positive flow is an export, since then an import.
TURN = pd.Timestamp("2022-07-01")


def read_quarter(link, quarter):
    """Return the flows of a quarter, in MW by hour."""
    table = pd.read_csv(
        f"/data/border_flows/{link}_{YEAR}Q{quarter}.txt",
        sep="|",
        encoding="latin-1",
        dtype={"hour": str},
    )
    table["hour"] = pd.to_datetime(table["hour"], format="%Y%m%d%H%M")
    return table


def net(link):
    """Return GWh of net exports."""
    flows = pd.concat([read_quarter(link, quarter) for quarter in QUARTERS])
    table = flows
    is_import = table["hour"] >= TURN
    export = table["mw"].where(~is_import, -table["mw"])
    return export.sum() / 1000


parts = []
for link in LINKS:
    energy = net(link)
    word = "export" if energy > 0 else "import"
    parts.append(f"{word} {abs(energy):.2f} GWh")
answer = "; ".join(parts)
print(answer)
