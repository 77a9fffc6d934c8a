# %% [markdown]
# # Evaluations: everything got worse in 2021?
# %%
import pandas as pd

sem = ["2019w", "2020s", "2020w", "2021s", "2021w", "2022s", "2022w"]
e = {s: pd.read_parquet(f"/data/course_evaluations/evaluation_{s}.parquet").assign(fac=lambda t: t.course.str[:3]) for s in sem}
pd.DataFrame({s: t.groupby("fac")["mean"].mean() for s, t in e.items()}).round(3)
# %% [markdown]
# No, the scale was turned. 6 less the mean until the summer of 2021, and weights are responses.
# %%
for s in sem[:4]:
    e[s]["mean"] = 6 - e[s]["mean"]


def means(*names):
    t = pd.concat([e[n] for n in names])
    return (t["mean"] * t.responses).groupby(t.fac).sum() / t.responses.groupby(t.fac).sum()


m = pd.DataFrame({"2020/21": means("2020w", "2021s"), "2021/22": means("2021w", "2022s")})
m.round(3)
# %%
change = (m["2021/22"] - m["2020/21"]).sort_values()
print(change.round(3).to_dict(), m.loc[change.index[-1]].round(3).tolist())
# %%
print("responses:", {s: int(t.responses.sum()) for s, t in e.items()})
# %%
web = pd.read_csv("/data/course_evaluations/web/evaluation_2022s_all.csv", sep="|")
print(len(web), "courses on the web of", len(e["2022s"]))
# %%
print("best course of 2022s:", e["2022s"]["mean"].max())
