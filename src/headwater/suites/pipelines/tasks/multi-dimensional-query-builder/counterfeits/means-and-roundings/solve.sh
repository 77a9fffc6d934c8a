set -eu
cp /solution/server.py /solution/report.py .
python3 - <<'PY'
from pathlib import Path

path = Path("report.py")
code = path.read_text()
code = code.replace('"sum(cost_micros) / 1000000"', '"round(sum(cost_micros) / 1000000, 2)"')
code = code.replace('"sum(clicks) / nullIf(sum(impressions), 0)"', '"ifNull(avg(clicks / nullIf(impressions, 0)), 0)"')
code = code.replace('"uniqExact(delivery.campaign_id)"', '"uniqExact(delivery.campaign_id, delivery.day)"')
path.write_text(code)
PY
