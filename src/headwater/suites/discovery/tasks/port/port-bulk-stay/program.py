"""Compute how long large bulk carriers stayed on average in November and December 2022."""
import pandas as pd

KIND, LEAST = "bulk", 20_000
FORMAT = "%d.%m.%Y %H:%M"
PATHS = (
    "/data/vessel_calls/2022/calls_2022_11.csv",
    "/data/vessel_calls/2022/calls_2022_12.csv",
)


def read_calls(path):
    """Return the completed calls of a month."""
    calls = pd.read_csv(path, sep=";", encoding="cp1252")
    for name in ("arrived", "left"):
        calls[name] = pd.to_datetime(calls[name], format=FORMAT)
    is_call = calls["status"] == "done"
    return calls[is_call]


def read_vessels():
    """Return the vessel register with the certificates valid until the end of 2022."""
    vessels = pd.read_csv(
        "/data/vessel_register/vessels_2.txt",
        sep="|",
        encoding="latin-1",
    )
    return vessels[["imo", "type", "gt"]]


parts = []
for path in PATHS:
    parts.append(read_calls(path))
chosen = pd.concat(parts).merge(read_vessels(), on="imo")
is_kind = chosen["type"] == KIND
is_large = chosen["gt"] >= LEAST
chosen = chosen[is_kind & is_large]
stay = chosen["left"] - chosen["arrived"]
hours = stay.mean().total_seconds() / 3600
answer = f"{hours:.2f} h; {len(chosen)}"
print(answer)
