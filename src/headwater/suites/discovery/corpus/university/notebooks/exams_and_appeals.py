# %% [markdown]
# # Examinations, winter 2022/23
# %%
from pathlib import Path
import pandas as pd

d = Path("/data/examination_results/2022w")
x = {p.stem[:3]: pd.read_csv(p).set_index("record").grade for p in sorted(d.glob("*_final.csv"))}
pd.DataFrame({f: g.describe() for f, g in x.items()}).round(2)
# %% [markdown]
# Law has points: higher is better!
# %%
rate = {f: (g >= 4).mean() * 100 if f == "LAW" else (g <= 4.0).mean() * 100 for f, g in x.items()}
{f: round(r, 2) for f, r in rate.items()}
# %%
ap = pd.read_csv(d / "appeals.csv")
ap.decision.value_counts()
# %%
granted = ap[ap.decision == "granted"].set_index("record").new_grade
for f in ("SCI", "LAW"):
    after = x[f].copy()
    after.update(granted[granted.index.isin(after.index)])
    ok = after >= 4 if f == "LAW" else after <= 4.0
    was = x[f] >= 4 if f == "LAW" else x[f] <= 4.0
    print(f, round(ok.mean() * 100, 2), (ok & ~was).sum())
# %%
print("appeals for each 100 results:", round(len(ap) / sum(map(len, x.values())) * 100, 3))
