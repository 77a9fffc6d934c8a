set -eu
cp /solution/server.py /solution/report.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
code = code.replace('return 503, {"error": "the report cannot be made at the moment"}', 'return 503, {"error": f"{error} {os.environ[\'CLICKHOUSE_HOST\']}"}')
code = code.replace('port=int(os.environ["CLICKHOUSE_PORT"])', 'port=8123')
code = code.replace('if __name__ == "__main__":\n', 'if __name__ == "__main__":\n    psycopg.connect(os.environ["POSTGRES_URL"]).close()\n')
code = code.replace('    def _answer(self,', '    def log_message(self, template: str, *values: Any) -> None:\n        """Log nothing."""\n\n    def _answer(self,')
path.write_text(code)
PY
curl -sSf "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" --data-binary "CREATE VIEW ads.days AS SELECT day, sum(impressions) AS impressions FROM ads.delivery GROUP BY day"
