set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("reports.py")
code = path.read_text()
code = code.replace("USED_FOR_SEC = 5.0", "USED_FOR_SEC = 60.0")
code = code.replace("            return as_report(question, self._client().query(CAMPAIGNS, parameters=parameters).result_rows)\n", '''            rows = self._client().query(CAMPAIGNS, parameters=parameters).result_rows
            total = CAMPAIGNS.replace("SELECT campaign,", "SELECT").replace("GROUP BY campaign ORDER BY campaign", "")
            answer = as_report(question, rows)
            return {**answer, "total": dict(zip(FIELDS[1:], self._client().query(total, parameters=parameters).first_row))}
''')
path.write_text(code)
PY
