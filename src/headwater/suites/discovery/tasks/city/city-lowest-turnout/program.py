"""Find the districts with the lowest and the highest turnout in the council election of 2022."""
import pandas as pd

RESULT = "/data/council_elections/2022/wahlausschuss_2022-10-19.csv"
REGISTER = "/data/voter_registers/voters_2022_closing.csv"


def read_result():
    """Return certified votes, including invalid ones, with a row for each polling district and list."""
    return pd.read_csv(
        RESULT,
        sep=";",
        encoding="cp1252",
        dtype={"poll": str},
    )


def read_register():
    """Return the polling districts with their city districts and numbers of eligible voters."""
    register = pd.read_csv(REGISTER, dtype={"poll": str})
    return register[["poll", "district", "eligible"]]


def shown(district):
    """Format a district and its turnout."""
    return f"{district}; {turnout[district]:.2f}%"


results = read_result()
register = read_register()

# Polling districts for postal votes have no eligible voters; their votes count in the city district.
district_of = register.set_index("poll")["district"]
results["district"] = results["poll"].map(district_of)
voters = results.groupby("district")["votes"].sum()
eligible = register.groupby("district")["eligible"].sum()

turnout = voters / eligible * 100
ranked = turnout.sort_values()
lowest = ranked.index[0]
highest = ranked.index[-1]
answer = "; ".join([shown(lowest), shown(highest)])
print(answer)
