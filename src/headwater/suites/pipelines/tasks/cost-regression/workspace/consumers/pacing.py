"""Print how fast campaigns may spend today. The ad servers run this every minute, also while a night is in progress.

A campaign without a line has spent nothing that day and is sped up, and its customer pays for it. So all lines of a day
must be there at any moment, and be those of the same night.
"""

import os
from datetime import date

import clickhouse_connect

SPENT = "SELECT campaign, micros FROM marts.campaign_daily WHERE day = {day:Date}"
BUDGET = 60_000_000


def main(day: date) -> None:
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    spent = dict(client.query(SPENT, parameters={"day": day}).result_rows)
    for campaign in range(1, 241):
        print(campaign, max(0, BUDGET - spent.get(campaign, 0)))


if __name__ == "__main__":
    main(date.today())
