"""Remove invalid traffic from a campaign's day: correct.py DAY CAMPAIGN IMPRESSIONS CLICKS COST_MICROS."""

import sys
from datetime import date

from clickhouse import connect

COLUMNS = ["day", "campaign_id", "impressions", "clicks", "cost_micros"]


def main() -> int:
    day, campaign, *figures = sys.argv[1:]
    row = [date.fromisoformat(day), int(campaign), *(-int(figure) for figure in figures)]
    connect().insert("ads.daily", [row], column_names=COLUMNS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
