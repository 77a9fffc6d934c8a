"""Compute the growth in the share of open-access papers between two years."""
import pandas as pd

FOLDER = "/data/publication_lists/"
FIRST, LAST = 2019, 2022


def read(source, year):
    """Return the papers listed by a source, with DOIs in lower case."""
    path = f"{FOLDER}{source}_{year}.jsonl"
    table = pd.read_json(path, lines=True)
    table["doi"] = table["doi"].str.lower()
    return table


def known(year):
    """Return the papers of a year from both sources, each paper once."""
    both = pd.concat(
        [read("repository", year), read("index", year)],
        ignore_index=True,
    )
    papers = both.drop_duplicates("doi")
    return papers


def share(papers):
    """Return the percentage of open-access papers."""
    is_open = papers["open_access"] == 1
    return is_open.mean() * 100


first = known(FIRST)
last = known(LAST)
rise = share(last) - share(first)
answer = [
    f"{rise:.2f} pp",
    f"{len(first)}",
    f"{len(last)}",
]
print("; ".join(answer))
