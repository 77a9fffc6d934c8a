"""Create the tables of a job at a site, where they are missing: python3 tools/new_site.py"""

import os
from pathlib import Path

import clickhouse_connect

ARGUMENTS = ("host", "port", "user", "password")
site = clickhouse_connect.get_client(**{name: os.environ[f"CLICKHOUSE_{name.upper()}"] for name in ARGUMENTS})
for statement in Path("schema.sql").read_text().split(";\n"):
    if statement.strip():
        site.command(statement)
