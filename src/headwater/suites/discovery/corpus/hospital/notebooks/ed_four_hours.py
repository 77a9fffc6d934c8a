# %% [markdown]
# # Four-hour standard, January 2023
#
# The board paper says 54 point something for Harbour General. Let me see where it comes from.
# %%
import pandas as pd

FMT = "%d/%m/%Y %H:%M"


def load(year, month, kind="resub"):
    t = pd.read_csv(f"/data/ed_submissions/{year}/ed_{year}_{month:02d}_{kind}.csv", encoding="utf-8-sig")
    for c in ["arrived", "seen", "left"]:
        t[c] = pd.to_datetime(t[c], format=FMT, errors="coerce")
    t["stay"] = (t.left - t.arrived).dt.total_seconds() / 60
    return t


jan = load(2023, 1)
first = load(2023, 1, "final")
print(len(jan), len(first), first.left.isna().sum())
# %% [markdown]
# "final" is the *first* submission; the README says that the resubmission replaces it.
# %%
for name, t in {"first": first, "second": jan}.items():
    har = t[(t.site == "HAR") & (t.planned == 0)]
    print(name, len(har), round((har.stay <= 240).mean() * 100, 2))
# %%
jan[jan.planned == 0].groupby("site").stay.agg(["count", "mean", "median"]).round(1)
# %%
winter = pd.concat([load(2022, 12), load(2023, 1), load(2023, 2)])
winter = winter[winter.planned == 0]
long = winter.groupby("site").stay.agg(n=lambda s: (s > 480).sum(), share=lambda s: (s > 480).mean() * 100)
long.round(2)
# %%
winter.groupby("triage").stay.median().round(1)
# %%
print("share admitted:", round((winter.outcome == "admitted").mean() * 100, 2))
