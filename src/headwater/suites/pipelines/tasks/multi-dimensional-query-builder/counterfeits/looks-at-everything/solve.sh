set -eu
cp /solution/server.py /solution/report.py .
python3 - <<'PY'
from pathlib import Path

path = Path("report.py")
code = path.read_text()
code = code.replace("delivery.day >= {{first:Date}} AND delivery.day < {{last:Date}}", "toString(delivery.day) >= toString({{first:Date}}) AND toString(delivery.day) < toString({{last:Date}})")
path.write_text(code)

path = Path("server.py")
code = path.read_text()
code = code.replace('''    known = dimensions()
    rows, total = (
        clickhouse().query(sql, report.values, settings=SETTINGS, external_data=known).result_rows
        for sql in (report.rows_sql, report.total_sql)
    )
''', '''    singles = [replace(report, metrics=[name]).total_sql for name in report.metrics]
    rows, *totals = (
        clickhouse().query(sql, report.values, settings=SETTINGS, external_data=dimensions()).result_rows
        for sql in (report.rows_sql, *singles, report.total_sql)
    )
    total = totals[-1]
''')
code = code.replace("from datetime import date\n", "from dataclasses import replace\nfrom datetime import date\n")
path.write_text(code)
PY
