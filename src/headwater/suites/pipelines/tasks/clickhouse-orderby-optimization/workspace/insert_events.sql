-- What the gateway sends for the chargers, some hundred rows at a time, from all regions. An insert makes three parts at
-- most, so that merges keep up at the largest site.
INSERT INTO analytics.events (event_id, event_ts, region, charger_id, driver_id, event_type, energy_wh, price)
SETTINGS max_partitions_per_insert_block = 3
VALUES
