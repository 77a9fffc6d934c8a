"""Print what each account owes for a month: python3 consumers/invoices.py 2026-02. Finance runs it on the second."""

import os
import sys

import clickhouse_connect

LINES = """
    SELECT c.account, d.day, d.campaign, d.micros, d.impressions + d.clicks
    FROM marts.campaign_daily AS d
    INNER JOIN (SELECT * FROM raw.campaigns FINAL) AS c ON c.campaign = d.campaign
    WHERE formatDateTime(d.day, '%Y-%m') = {month:String}
    ORDER BY c.account, d.day, d.campaign
"""


def main() -> None:
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    owed: dict[int, int] = {}
    lines = set()
    for account, day, campaign, micros, deliveries in client.query(LINES, parameters={"month": sys.argv[1]}).result_rows:
        if (day, campaign) in lines:
            sys.exit(f"{day} has two lines of campaign {campaign}")
        if not deliveries:
            sys.exit(f"{day} has a line of campaign {campaign}, which delivered nothing")
        lines.add((day, campaign))
        owed[account] = owed.get(account, 0) + micros
    for account, micros in sorted(owed.items()):
        print(f"{account} {micros}")


if __name__ == "__main__":
    main()
