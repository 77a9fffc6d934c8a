# %% [markdown]
# # SAIDI 2023
# %%
import glob
import pandas as pd

files = sorted(glob.glob("/data/supply_interruptions/regulator/RI_2023_*.csv"))
log = pd.concat([pd.read_csv(f, encoding="utf-8-sig") for f in files])
for c in ("began", "restored"):
    log[c] = pd.to_datetime(log[c], format="%d/%m/%Y %H:%M")
log["minutes"] = (log.restored - log.began).dt.total_seconds() / 60
print(len(files), len(log), log.customers.sum())
# %%
log.groupby("cause").minutes.agg(["count", "mean"]).round(2)
# %% [markdown]
# Rules (README): more than 3 minutes, no planned work, no days of force majeure - only those that the regulator accepted.
# %%
days = pd.to_datetime(pd.read_csv("/data/force_majeure/force_majeure.csv").day)
claimed = pd.to_datetime(pd.read_csv("/data/force_majeure/force_majeure_claimed.csv").day)
print(len(days), len(claimed))
# %%
served = pd.read_csv("/data/customers_served/served_2022.csv").set_index("region").customers


def saidi(excluded):
    ok = log[(log.minutes > 3) & (log.cause != "planned work") & ~log.began.dt.normalize().isin(excluded)]
    return (ok.customers * ok.minutes).groupby(ok.region).sum() / served


pd.DataFrame({"accepted": saidi(days), "claimed": saidi(claimed), "nothing": saidi([])}).round(2)
# %%
ok = log[(log.minutes > 3) & (log.cause != "planned work") & ~log.began.dt.normalize().isin(days)]
print("whole network:", round((ok.customers * ok.minutes).sum() / served.sum(), 3), "interruptions:", len(ok))
# %%
live = pd.concat([pd.read_json(f, lines=True) for f in sorted(glob.glob("/data/supply_interruptions/live/outages_2023-*.jsonl"))])
print("first guesses of customers are too high by", round((live.customers.sum() / log.customers.sum() - 1) * 100, 2), "%")
