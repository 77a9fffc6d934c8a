"""Register a schema: python3 tools/register.py FILE."""

import json
import sys
from pathlib import Path

import psycopg
from psycopg.types.json import Jsonb

ADD = """
    INSERT INTO registry.schemas (number, subject, version, fields)
    SELECT coalesce(max(number), 0) + 1, %s, 1, %s FROM registry.schemas RETURNING version, number
"""
CHANGE = """
    UPDATE registry.schemas SET fields = %s
    WHERE subject = %s AND version = (SELECT max(version) FROM registry.schemas WHERE subject = %s)
    RETURNING version, number
"""


def main(path: str) -> int:
    schema = json.loads(Path(path).read_text())
    subject, fields = schema["subject"], Jsonb(schema["fields"])
    with psycopg.connect("", autocommit=True) as postgres:
        found = postgres.execute(CHANGE, [fields, subject, subject]).fetchone()
        version, number = found or postgres.execute(ADD, [subject, fields]).fetchone()
    print(f"{subject} version={version} number={number}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
