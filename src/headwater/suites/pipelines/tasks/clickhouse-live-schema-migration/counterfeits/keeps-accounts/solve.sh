set -eu
cp /solution/migrations/* migrations/
cp /solution/pacing.sql dashboards/
cat > migrations/003_region_of_daily.sql <<'SQL'
ALTER TABLE ads.daily
    ADD COLUMN IF NOT EXISTS region LowCardinality(String) AFTER campaign_id,
    ADD COLUMN IF NOT EXISTS account String AFTER region,
    MODIFY ORDER BY (day, campaign_id, region, account);
SQL
python3 - <<'PY'
from pathlib import Path

path = Path("migrations/004_figures_by_region.py")
code = path.read_text()
code = code.replace("{region} AS region,", "{region} AS region, if(region = '', '', e.account) AS account,")
code = code.replace("GROUP BY day, campaign_id, region\n", "GROUP BY day, campaign_id, region, account\n")
code = code.replace("(day, campaign_id, region, impressions", "(day, campaign_id, region, account, impressions")
code = code.replace("moved.1, moved.2 * i", "moved.1, if(moved.1 = '', '', who), moved.2 * i")
code = code.replace("e.region AS of,", "e.region AS of, e.account AS who,")
code = code.replace("GROUP BY day, campaign_id, of\n", "GROUP BY day, campaign_id, of, who\n")
path.write_text(code)
PY
python3 migrate.py
