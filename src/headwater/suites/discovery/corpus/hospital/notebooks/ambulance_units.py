# %% [markdown]
# # Handover times: a jump by a factor of 60?
# %%
from pathlib import Path
import pandas as pd

folder = Path("/kaggle/input/ambulance_handovers")
months = {}
for path in sorted(folder.glob("handover_2023*.txt")):
    months[path.stem[-2:]] = pd.read_csv(path, sep="|", encoding="latin-1")
pd.Series({m: t.handover.mean() for m, t in months.items()}).round(2)
# %% [markdown]
# Yes: seconds since April. Convert.
# %%
rows = []
for m, t in months.items():
    minutes = t.handover / 60 if int(m) >= 4 else t.handover
    rows.append(pd.DataFrame({"site": t.site, "month": int(m), "minutes": minutes}))
h = pd.concat(rows)
h["quarter"] = (h.month - 1) // 3 + 1
means = h.pivot_table("minutes", "site", "quarter").round(2)
means
# %%
print((means[2] - means[1]).round(2))
# %%
print("above 30 minutes:", round((h.minutes > 30).mean() * 100, 2), "%")
# %%
print("longest:", round(h.minutes.max(), 1), "90 % of handovers within", round(h.minutes.quantile(0.9), 1))
