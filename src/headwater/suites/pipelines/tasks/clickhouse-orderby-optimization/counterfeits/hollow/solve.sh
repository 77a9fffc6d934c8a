set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i 's/SELECT \* FROM {TABLE}")/SELECT * FROM generateRandom(\x27event_id UInt64, event_ts DateTime, region String, charger_id UInt32, driver_id Nullable(UInt32), event_type String, energy_wh UInt32, price Decimal(9, 4), currency String, received_at DateTime\x27, 1, 8) LIMIT (SELECT count() FROM {TABLE})")/' migrate.py
sed -i 's/    brought = bring_over_the_rest(client)/    brought = 0/' migrate.py
python3 migrate.py
