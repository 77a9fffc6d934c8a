set -eu
cp /solution/*.py /solution/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/*.sql reports/clickhouse/
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("migrate.py",
    ("        apply.main()  # everything", '''        engines = client.query(ENGINE).result_rows
        if engines and engines[0][0] != "View":
            client.command("RENAME TABLE analytics.sales TO analytics.sales_next")
        apply.main()  # everything'''),
    ('        if client.query(ENGINE).first_row[0] != "View":\n', '        if engines and engines[0][0] != "View":\n'),
    ('''            client.command("DROP TABLE IF EXISTS analytics.sales_next SYNC")
            (view,) = (statement for statement in apply.statements() if VIEW in statement)
            client.command(view.replace(VIEW, "CREATE VIEW analytics.sales_next "))
            client.command("EXCHANGE TABLES analytics.sales AND analytics.sales_next")
''', ""),
    ('        client.command("DROP TABLE IF EXISTS analytics.sync_state SYNC")\n', '        client.command("DROP TABLE analytics.sync_state SYNC")\n'))
edit("closed_months.py", ("loaded_by FROM analytics.sales ORDER", "loaded_by FROM analytics.sales_next ORDER"))
PY
python3 migrate.py
