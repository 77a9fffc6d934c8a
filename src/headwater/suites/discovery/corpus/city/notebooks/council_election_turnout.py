# %% [markdown]
# # Council election 2022
#
# Certified result = election committee, 19 October. Everything called "final" is older.
# %%
import pandas as pd
import os

folder = os.path.join("/data", "council_elections", "2022")
open(os.path.join(folder, "README.txt")).read()[:400]
# %%
certified = pd.read_csv(os.path.join(folder, "wahlausschuss_2022-10-19.csv"), sep=";", encoding="cp1252", dtype={"poll": str})
certified.groupby("list").votes.sum().sort_values(ascending=False)
# %%
night = pd.read_csv(os.path.join(folder, "results_final.csv"), sep=";", encoding="cp1252", dtype={"poll": str})
diff = certified[certified.list != "invalid"].groupby("list").votes.sum() - night.drop(columns=["poll", "voters", "invalid"]).sum()
diff
# %%
post = certified[certified.poll.str[2] == "9"]
valid = post[post.list != "invalid"]
green = valid[valid.list == "Grünes Forum"].votes.sum()
print(green, "postal votes =", round(green / valid.votes.sum() * 100, 2), "%")
# %%
voters = pd.read_csv("/data/voter_registers/voters_2022_closing.csv", dtype={"poll": str})
print(voters.eligible.sum())
# %% [markdown]
# Without dtype=str the polls lose their leading zero and nothing joins. Took me a while.
# %%
district = voters.set_index("poll").district
cast = certified.groupby(certified.poll.map(district)).votes.sum()
turnout = (cast / voters.groupby("district").eligible.sum() * 100).sort_values()
turnout.round(2)
# %%
print("city:", round(certified.votes.sum() / voters.eligible.sum() * 100, 2), "%")
print("by post:", round(post.votes.sum() / certified.votes.sum() * 100, 2), "% of the votes cast")
