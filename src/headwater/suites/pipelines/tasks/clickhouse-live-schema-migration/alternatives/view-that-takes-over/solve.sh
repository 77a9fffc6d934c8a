set -eu
cp /alternative/0*.sql /alternative/0*.py migrations/
python3 - <<'PY'
from pathlib import Path

path = Path("dashboards/pacing.sql")
text = path.read_text()
text = text.replace("SELECT day, impressions, clicks, cost_micros\nFROM ads.daily FINAL", """SELECT day, i, c, m
FROM (
    SELECT day, campaign_id, sum(impressions) AS i, sum(clicks) AS c, sum(cost_micros) AS m
    FROM ads.daily
    GROUP BY day, campaign_id
)""")
path.write_text(text)
PY
python3 migrate.py
