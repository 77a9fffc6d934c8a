"""Call the procedure that maintains the partitions of social.activity."""

import os
import sys
from datetime import date

import psycopg


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: maintain.py YYYY-MM-DD")
    try:
        today = date.fromisoformat(sys.argv[1])
    except ValueError as error:
        sys.exit(f"no date: {error}")
    try:
        with psycopg.connect(os.environ["POSTGRES_URL"]) as connection:
            created, dropped = connection.execute("CALL social.maintain_activity(%s, 0, 0)", (today,)).fetchone()
    except psycopg.Error as error:
        sys.exit(f"Postgres says: {str(error).splitlines()[0]}")
    print(f"created={created} dropped={dropped}")


if __name__ == "__main__":
    main()
