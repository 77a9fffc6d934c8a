set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/004_figures_by_region.py")
code = path.read_text()
rule = Path("migrations/002_region_of_events.sql").read_text().partition("MATERIALIZED ")[2].partition(" COMMENT")[0]
rule = rule[rule.index("multiIf") :]
code = code.replace('client.command(VIEW.format(region="e.region"))', "client.command(VIEW.format(region=RULE))")
code = code.replace("VIEW = ", f'RULE = """\n{rule}\n"""\nVIEW = ', 1)
path.write_text(code)
PY
python3 migrate.py
