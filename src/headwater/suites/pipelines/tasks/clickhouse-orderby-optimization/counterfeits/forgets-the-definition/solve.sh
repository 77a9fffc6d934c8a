set -eu
cp /solution/migrate.py .
sed -i 's/\.replace(TABLE, REBUILD, 1)/.replace(TABLE, REBUILD, 1).replace("tuple()", "(region, event_ts)")/; s/except ClickHouseError as error/except KeyError as error/' migrate.py
python3 migrate.py
