set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("reports.py")
code = path.read_text()
code = code.replace("QUERIES = 4\n", "QUERIES = 2\n")
code = code.replace("            return as_report(question, self._client().query(CAMPAIGNS, parameters=parameters).result_rows)\n", '''            client = self._client()
            client.ping()
            rows = client.query(CAMPAIGNS, parameters=parameters).result_rows
            client.ping()
            return as_report(question, rows)
''')
start, end = code.index("    SELECT campaign, "), code.index('"""\nFIELDS')
code = code[:start] + '''    WITH toDate(event_time) BETWEEN {first:Date} AND {last:Date} AS is_asked
    SELECT campaign, countIf(is_asked AND kind = 'impression'), countIf(is_asked AND kind = 'click'), sumIf(cost_micros, is_asked)
    FROM ads.events WHERE advertiser_id = {advertiser:UInt32}
    GROUP BY campaign HAVING countIf(is_asked) > 0 ORDER BY campaign
''' + code[end:]
path.write_text(code)
PY
