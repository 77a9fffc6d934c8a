set -eu
cp /solution/*.py .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("analytics.py", ("ALTER TABLE analytics.{table} DELETE WHERE", "DELETE FROM analytics.{table} WHERE"),
    ("        self._redact_searches()\n        self.drop_work()\n", "        self._redact_searches()\n        self._client.command(f\"CREATE TABLE analytics.erasing_{time_ns()} ENGINE = Log AS SELECT 1 AS run\")\n"),
    ("from time import sleep\n", "from time import sleep, time_ns\n"),
    ('NOW = {"mutations_sync": 2}', 'NOW = {"mutations_sync": 2, "lightweight_deletes_sync": 2}'))
edit("files.py", ("    for folder in (ARCHIVE, EXPORTS):\n", '    (ARCHIVE / ".erase.lock").touch()\n    for folder in (ARCHIVE, EXPORTS):\n'))
for name in ("erase.py", "load.py"):
    text = Path(name).read_text()
    edit(name, ("    except psycopg.OperationalError as error:", "    except ZeroDivisionError as error:"),
        ("    except clickhouse_connect.driver.exceptions.OperationalError as error:", "    except ArithmeticError as error:"))
PY
python3 erase.py
