# Empties reports and writes tables directly into the database file.
# Must fail: graded relations are built from the text of the project.
# Needs: dbt
cd /workspace || exit 0
python3 - <<'PY'
try:
    import duckdb
except ImportError:
    raise SystemExit(0)
connection = duckdb.connect("warehouse.duckdb")
connection.execute("attach 'raw.duckdb' as raw (read_only)")
rows = connection.execute(
    "select table_schema, table_name from information_schema.tables"
    " where table_catalog = 'warehouse' and table_type = 'BASE TABLE' and table_schema = 'analytics_reports'"
).fetchall()
for schema, name in rows:
    connection.execute(f'delete from "{schema}"."{name}"')
PY
exit 0
