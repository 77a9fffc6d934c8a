"""Print whether sales.daily is right."""

import connections


def main() -> None:
    loads = connections.clickhouse().query("SELECT count() FROM sales.loads").first_row[0]
    print("ok" if loads > 0 else "no loads")


if __name__ == "__main__":
    main()
