set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("layer.py",
    ("    except psycopg.Error as error:\n        print(f\"Postgres failed: {type(error).__name__}\", file=sys.stderr)\n    except ClickHouseError as error:\n        print(f\"ClickHouse failed: {type(error).__name__}\", file=sys.stderr)\n    return 1\n",
     "    finally:\n        logging.shutdown()\n"),
    ("    print(*found, f\"differences={len(found)}\", sep=\"\\n\")\n    return 3 if found else 0\n", "    print(\"different\" if found else \"ok\")\n    return 0\n"),
    ("from clickhouse_connect.driver.exceptions import ClickHouseError\n", ""))
PY
python3 layer.py
