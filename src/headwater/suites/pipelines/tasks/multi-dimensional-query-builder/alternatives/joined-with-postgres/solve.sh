set -eu
cp /solution/server.py /solution/report.py .
python3 - <<'PY'
from pathlib import Path

path = Path("server.py")
code = path.read_text()
start, end = code.index("TABLES = {"), code.index("SETTINGS = ")
code = code[:start] + code[end:]
start, end = code.index("def dimensions()"), code.index("def answer(")
code = code[:start] + '''def postgres() -> dict[str, str]:
    """Return the settings of Postgres as parameters of the queries."""
    known = conninfo_to_dict(os.environ["POSTGRES_URL"])
    return {
        "pg_address": f"{known['host']}:{known.get('port', 5432)}",
        "pg_database": str(known["dbname"]),
        "pg_user": str(known["user"]),
        "pg_password": str(known["password"]),
    }


''' + code[end:]
code = code.replace("    known = dimensions()\n", "    values = report.values | postgres()\n")
code = code.replace("(sql, report.values, settings=SETTINGS, external_data=known)", "(sql, values, settings=SETTINGS)")
code = code.replace("from clickhouse_connect.driver.external import ExternalData\n", "from psycopg.conninfo import conninfo_to_dict\n")
code = code.replace("import psycopg\n", "").replace("(ClickHouseError, psycopg.Error)", "ClickHouseError")
path.write_text(code)

path = Path("report.py")
code = path.read_text()
for table in ("campaigns", "sites"):
    remote = f"postgresql({{pg_address:String}}, {{pg_database:String}}, '{table}', {{pg_user:String}}, {{pg_password:String}}, 'ref')"
    braced = remote.replace("{", "{{").replace("}", "}}")
    code = code.replace(f"LEFT JOIN {table} USING", f"LEFT JOIN {braced} AS {table} USING")
code = code.replace('"FROM ads.delivery AS delivery', 'f"FROM ads.delivery AS delivery')
path.write_text(code)
PY
