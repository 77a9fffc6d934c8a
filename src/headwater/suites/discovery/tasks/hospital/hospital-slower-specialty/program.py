"""Find the specialty whose mean wait under the regulator's rules grew most in a year, and compute the overall mean."""
import pandas as pd

CENSUS = "/data/waiting_lists/census/"
BEFORE = CENSUS + "census_020.parquet"
AFTER = CENSUS + "census_032.parquet"
WHITLOCK = CENSUS + "whitlock_2023_11.txt"
REGISTER = "/data/pathway_register/"
SPECIALTIES = {
    100: "General surgery",
    101: "Urology",
    110: "Orthopaedics",
    171: "General surgery",
    300: "General medicine",
    320: "Cardiology",
    430: "Geriatrics",
}
# Castle Row dated clock starts too late between these days.
LATE = pd.Timestamp("2023-05-15"), pd.Timestamp("2023-08-14")
LATE_DAYS = pd.Timedelta(days=14)
LEAST_DAYS = 14


def read_after():
    """Return the pathways of all hospitals in November 2023, under their first numbers and with their first clocks."""
    table = pd.read_parquet(AFTER)
    is_late = (table["site"] == "CAS") & table["clock_start"].between(*LATE)
    table["clock_start"] = table["clock_start"].where(~is_late, table["clock_start"] - LATE_DAYS)
    moved = pd.read_csv(REGISTER + "transfers.csv", parse_dates=["clock_start"])
    table = table[~table["pathway"].isin(moved["first"])]
    moved = moved.set_index("new")
    clocks = table["pathway"].map(moved["clock_start"])
    table = table.assign(
        clock_start=clocks.fillna(table["clock_start"]),
        pathway=table["pathway"].map(moved["first"]).fillna(table["pathway"]),
    )
    children = pd.read_csv(WHITLOCK, sep="|", encoding="latin-1")
    children = pd.DataFrame(
        {
            "pathway": children["path_no"],
            "specialty": children["code"].map(SPECIALTIES),
            "clock_start": pd.to_datetime(children["clock"].astype(str), format="%Y%m%d"),
            "census_day": table["census_day"].iloc[0],
        }
    )
    return pd.concat([table, children])


def paused(table):
    """Return the days to subtract from each wait for pauses requested by patients."""
    pauses = pd.read_csv(REGISTER + "pauses.csv", sep=";", encoding="cp1252")
    pauses = pauses[pauses["asked_by"] == "patient"].copy()
    for name in ("first", "last"):
        pauses[name] = pd.to_datetime(pauses[name], format="%d.%m.%Y")
    both = table.merge(pauses, on="pathway")
    end = both["last"].fillna(both["census_day"]).clip(upper=both["census_day"])
    is_long = (end - both["first"]).dt.days + 1 >= LEAST_DAYS
    start = both["first"].clip(lower=both["clock_start"] + pd.Timedelta(days=1))
    days = ((end - start).dt.days + 1).clip(lower=0)
    return days[is_long].groupby(both["pathway"]).sum()


def waits(table):
    """Return the pathways with their waits in days."""
    days = (table["census_day"] - table["clock_start"]).dt.days
    return table.assign(days=days - table["pathway"].map(paused(table)).fillna(0))


before, after = waits(pd.read_parquet(BEFORE)), waits(read_after())
grown = after.groupby("specialty")["days"].mean() - before.groupby("specialty")["days"].mean()
name = grown.idxmax()
print(f"{name}; {grown[name]:.2f} days; {after['days'].mean():.2f} days")
