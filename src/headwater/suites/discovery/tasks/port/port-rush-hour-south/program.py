"""Count the outbound truck passages at gate S1 in autumn 2022, and find the busiest hour."""
import pandas as pd

GATES = "/data/truck_gates/"
REGISTER = "/data/tag_register/"
GATE = "S1"
MONTHS = (9, 10, 11)
APART = pd.Timedelta(seconds=180)
# Between an outage and its replacement, the reader used UTC, an hour behind the harbor master's clock.
BEHIND = pd.Timestamp("2022-09-14 02:00"), pd.Timestamp("2022-10-12 10:00")
HOUR = pd.Timedelta(hours=1)
BY_HAND = pd.Timestamp("2022-11-03"), pd.Timestamp("2022-11-10")
SWAPPED = pd.Timestamp("2022-11-21"), pd.Timestamp("2022-11-28")


def read_month(month):
    """Return the outbound reads of a month at the gate, with corrected times and directions."""
    reads = pd.read_csv(f"{GATES}reads_2022-{month:02d}.csv", parse_dates=["read"])
    reads = reads[reads["gate"] == GATE].copy()
    is_behind = (reads["read"] >= BEHIND[0]) & (reads["read"] < BEHIND[1])
    reads["read"] = reads["read"].where(~is_behind, reads["read"] + HOUR)
    is_swapped = (reads["read"] >= SWAPPED[0]) & (reads["read"] < SWAPPED[1])
    other = reads["direction"].map({"in": "out", "out": "in"})
    reads["direction"] = reads["direction"].where(~is_swapped, other)
    return reads[reads["direction"] == "out"]


def passages(reads):
    """Drop reads within three minutes of the truck's previous read by either of its tags."""
    trial = pd.read_csv(REGISTER + "trial_2022.csv").set_index("blue")["grey"]
    reads = reads.assign(truck=reads["tag"].map(trial).fillna(reads["tag"]))
    reads = reads.sort_values(["truck", "read"])
    before = reads.groupby("truck")["read"].shift()
    return reads[~(reads["read"] - before <= APART)]


def without_own(reads):
    """Drop reads of tags that belonged to the port's own vehicles on that day."""
    own = pd.read_csv(REGISTER + "own_tags.csv", sep=";", encoding="cp1252").set_index("tag")
    since = pd.to_datetime(reads["tag"].map(own["since"]), format="%d.%m.%Y")
    until = pd.to_datetime(reads["tag"].map(own["until"]), format="%d.%m.%Y")
    day = reads["read"].dt.normalize()
    return reads[~((since <= day) & (day <= until))]


reads = pd.concat([read_month(month) for month in MONTHS])
is_by_hand = (reads["read"] >= BY_HAND[0]) & (reads["read"] < BY_HAND[1])
counted = without_own(passages(reads[~is_by_hand]))
sheet = pd.read_csv(GATES + "hand/S1_2022-11.txt", sep="|", encoding="latin-1")
sheet = sheet[sheet["direction"] == "out"]
by_hand = sheet["trucks"].groupby(sheet["hour"] - 1).sum()
by_hour = counted.groupby(counted["read"].dt.hour).size().add(by_hand, fill_value=0)
ranked = by_hour.sort_values()
if ranked.iloc[-1] == ranked.iloc[-2]:
    raise SystemExit("two hours have the most passages")
print(f"{ranked.index[-1]:02d}; {ranked.iloc[-1]:.0f}; {by_hour.sum():.0f}")
