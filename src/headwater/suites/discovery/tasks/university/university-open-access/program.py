"""Publications of the faculty of medicine in 2022, from both sources."""
import pandas as pd

FACULTY = "MED"
YEAR = 2022


def read_source(name):
    """Return the publications of the faculty in one source."""
    path = f"/data/publication_lists/{name}_{YEAR}.jsonl"
    table = pd.read_json(
        path,
        lines=True,
        dtype={"doi": str},
    )
    # The same DOI can be written in other letters.
    table["key"] = table["doi"].str.lower()
    is_ours = table["faculty"] == FACULTY
    columns = ["key", "open_access"]
    return table.loc[is_ours, columns]


own = read_source("repository")
index = read_source("index")
both = pd.concat([own, index])
publications = both.drop_duplicates("key")
count = len(publications)

is_open = publications["open_access"] == 1
share = is_open.mean() * 100
entered = set(own["key"])
is_entered = publications["key"].isin(entered)
missing = int((~is_entered).sum())

parts = [
    str(count),
    f"{share:.2f}%",
    str(missing),
]
answer = "; ".join(parts)
print(answer)
