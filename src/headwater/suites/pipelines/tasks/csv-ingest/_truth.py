"""The expected events from the shipped exports, written by hand, and exports that arrive later."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal

Event = tuple[str, str, str, int | None, str, Decimal | None, str | None]

SELECT = """
    select event_id, formatDateTime(event_time, '%Y-%m-%d %H:%i:%S', 'UTC'), gym, member_id, event_type, amount, note
    from analytics.events order by event_id
"""
PAID = "select event_id, amount from analytics.events where gym = {gym:String} order by event_id"
REJECTED = "select file, line, reason from analytics.rejected_rows order by file, line"


def event(
    event_id: str,
    time: str,
    gym: str,
    member_id: int | None,
    kind: str,
    amount: str | None = None,
    note: str | None = None,
) -> Event:
    """Return a row for the target table; times are UTC."""
    return (event_id, time, gym, member_id, kind, Decimal(amount) if amount else None, note)


_DASH = "\N{EN DASH}"  # a Windows-1252 character that Latin-1 lacks
EVENTS = sorted(
    [
        event("AA-2001", "2025-11-03 06:58:12", "aalborg", 4107, "check_in"),
        event("AA-2002", "2025-11-03 07:15:40", "aalborg", 4233, "purchase", "12.50", "chalk and tape"),
        event("AA-2003", "2025-11-03 18:02:05", "aalborg", None, "day_pass", "21.00", "two guests, one belay card"),
        event("BE-0311-1", "2025-11-03 09:30:00", "bergen", 5120, "check_in"),
        event("BE-0311-2", "2025-11-03 09:41:00", "bergen", None, "day_pass", "24.00"),
        event("BE-0412-1", "2025-12-04 17:05:00", "bergen", 5121, "purchase", "8.90", "slipped on the mat"),
        event("CA-88", "2025-11-04 10:12:00", "cardiff", 6001, "check_in"),
        event("CA-89", "2025-11-04 10:20:31", "cardiff", 6002, "purchase", "3.75"),
        event("CA-91", "2025-11-04 11:45:00", "cardiff", None, "day_pass", "19.00", "paid in cash"),
        event("DR-1", "2025-11-05 08:05:00", "dresden", 7301, "check_in"),
        event("DR-2", "2025-11-05 08:17:00", "dresden", 7344, "purchase", "6.50", f"Größe 42, Schuhe {_DASH} Verleih"),
        event("DR-3", "2025-11-05 19:59:00", "dresden", 7344, "refund", "-6.50", 'Sohle gelöst; "sofort" ersetzt'),
        event("ES-501", "2025-11-05 22:30:00", "espoo", 8110, "check_in"),
        event("ES-502", "2025-11-06 16:20:00", "espoo", 8111, "purchase", "1299.00", "season pass\nfirst instalment"),
        event("ES-504", "2025-11-06 16:40:00", "espoo", None, "day_pass", "18.00", 'said "see you soon"'),
    ]
)
# Each entry contains the file, the line, and the column that the reason must name.
BAD_ROWS = [("cardiff.csv", 5, "event_time"), ("dresden.csv", 3, "event_id"), ("espoo.csv", 5, "amount")]

HEADER = "event_id,event_time,gym,member_id,event_type,amount,note"

# This gym's file has no irregularities, and its amounts appear in no other file.
_PLAIN = [(f"OS-{100 + n * n}", Decimal(n * 7919 % 4000) / 4) for n in range(1, 28)]
PLAIN_EXPORT = "\n".join(
    [
        HEADER,
        *(
            f"{number},2025-11-08 09:00:{n:02},ostrava,7,purchase,{paid:.2f},"
            for n, (number, paid) in enumerate(_PLAIN)
        ),
        "",
    ]
)
PLAIN_PAID = sorted(_PLAIN)

# A new gym's file: a byte order mark, semicolons, a repeated header, both day-first forms, and another gym's event.
NEW_EXPORT = (
    "\ufeffgym;event_id;event_time;event_type;note;amount;member_id\r\n"
    'gander;GA-1;07.08.2025 06:00;check_in;"left a bag;\nblue";N/A;9001\r\n'
    "gym;event_id;event_time;event_type;note;amount;member_id\r\n"
    "gander; GA-2 ;07/08/2025 06:12:30; day_pass ; - ; 15,25 ;NULL\r\n"
    "gander;GA-3;2025-08-07T09:00:00-02:30;purchase;;2;9001;\r\n"
    "cardiff;CA-88;04/11/2025 10:12;check_in;;;6001\r\n"
)
# The same gym's other machine writes Windows-1252, so `printf` writes the byte.
NEW_WINDOWS_EXPORT = (
    f"printf '{HEADER}\\nGB-1,2025-08-08 10:00:00,gander,9002,purchase,1.10,K\\344se\\n' > exports/gander-shop.csv"
)
NEW_EVENTS = [
    event("GA-1", "2025-08-07 06:00:00", "gander", 9001, "check_in", None, "left a bag;\nblue"),
    event("GA-2", "2025-08-07 06:12:30", "gander", None, "day_pass", "15.25"),
    event("GA-3", "2025-08-07 11:30:00", "gander", 9001, "purchase", "2"),
    event("GB-1", "2025-08-08 10:00:00", "gander", 9002, "purchase", "1.10", "Käse"),
]

# This file has two valid rows. The others have an invalid time, number or amount, a wrong number of values, or no id.
BAD_EXPORT = f"""{HEADER}
HO-1,yesterday,hobro,1,check_in,,
HO-2,2025-11-08 10:00:00,hobro,2,check_in,,
HO-3,2025-11-08 10:01:00,hobro,abc,check_in,,
HO-4,2025-11-08 10:02:00,hobro,4,purchase,1.2.3,
HO-5,2025-11-08 10:03:00,hobro,5,purchase,1.20,tape,extra
HO-6,2025-11-08 10:04:00,hobro
 ,2025-11-08 10:05:00,hobro,7,check_in,,
HO-8,2025-11-08 10:06:00,hobro,8,check_in,,
"""
BAD_LINES = [2, 4, 5, 6, 7, 8]
GOOD_EVENTS = [
    event("HO-2", "2025-11-08 10:00:00", "hobro", 2, "check_in"),
    event("HO-8", "2025-11-08 10:06:00", "hobro", 8, "check_in"),
]
# This file is not an export, because a column is missing.
STRANGE_EXPORT = "event_id,gym,member_id,event_type,amount,note\nIV-1,ivalo,1,check_in,,\n"

CORRECTED_EXPORT = f"""{HEADER}
ES-501,2025-11-06T00:30:00+02:00,espoo,8110,check_in,,
ES-503,2025-11-06T18:25:00+02:00,espoo,8112,purchase,12.00,bar
"""
CORRECTED_EVENT = event("ES-503", "2025-11-06 16:25:00", "espoo", 8112, "purchase", "12.00", "bar")

MANY = 60_000
_GYMS = ("aalborg", "bergen", "cardiff", "dresden", "espoo")


def long_export() -> str:
    """Return rows covering four months, ordered by time."""
    first = datetime(2025, 8, 1, tzinfo=UTC)
    rows = [HEADER]
    for number in range(MANY):
        time = first + timedelta(seconds=number * 175)
        gym = _GYMS[number * 7 % 5 if number % 3 else number % 5]
        member = 1000 + number % 5000
        rows.append(f"LO-{number:06},{time:%Y-%m-%d %H:%M:%S},{gym},{member},purchase,{number % 90}.50,N/A")
    return "\n".join(rows) + "\n"
