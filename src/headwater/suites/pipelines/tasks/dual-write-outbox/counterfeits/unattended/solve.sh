set -eu
cp /solution/*.py /solution/outbox.sql .
python3 - <<'PY'
from pathlib import Path


def replace(path: str, *pairs: tuple[str, str]) -> None:
    code = Path(path).read_text()
    for old, new in pairs:
        assert old in code, old
        code = code.replace(old, new)
    Path(path).write_text(code)


replace("failures.py", ("    try:\n        return program()\n    except psycopg.Error as error:\n        failure = f\"Postgres: {error}\"\n    except KafkaException as error:\n        failure = f\"Kafka: {error}\"\n    print(\" \".join(failure.split())[:300], file=sys.stderr)\n    return 1\n", "    return program()\n"),
    ("import sys\nfrom collections", "from collections"), ("\nimport psycopg\nfrom confluent_kafka import KafkaException\n", ""))
replace("relay.py", ("    print(json.dumps({\"waiting\": waiting, \"blocked\": large}))\n", "    print(f\"{waiting} events wait, {len(large)} are blocked\")\n"), ("import json\n", ""),
    ("    INSERT INTO outbox.set_aside SELECT * FROM gone RETURNING event_id\n", "    SELECT event_id FROM gone\n"))
replace("relay.py", ("[:2_000], file=sys.stderr)", "[:2_000])"))
replace(
    "service.py",
    ("    try:\n        with connections.postgres() as postgres:\n            for command in commands:\n                print(apply(postgres, command), flush=True)\n", "    with connections.postgres() as postgres:\n        for command in commands:\n            print(apply(postgres, command), flush=True)\n"),
    ("    except psycopg.OperationalError as error:\n        print(f\"Postgres: {' '.join(str(error).split())[:300]}\", file=sys.stderr)\n        return 1\n", ""),
)
PY
python3 install.py
python3 relay.py
python3 repair.py
python3 relay.py
