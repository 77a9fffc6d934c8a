set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/004_figures_by_region.py")
code = path.read_text()
start = code.index("    moment = client")
code = code[:start] + """    client.command("DROP VIEW ads.daily_mv SYNC")
    for step in ("[(toString(of), 1)]", "[('', -1)]"):
        move = MOVE.replace("[(toString(of), 1), ('', -1)]", step)
        client.command(move, parameters={"moment": "2100-01-01 00:00:00"})
        time.sleep(1)
    create = VIEW.format(region="e.region").replace("ALTER TABLE", "CREATE MATERIALIZED VIEW")
    client.command(create.replace("MODIFY QUERY", "TO ads.daily AS"))
"""
path.write_text(code)
PY
python3 migrate.py
