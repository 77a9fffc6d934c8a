-- What chargers send, some hundred rows at a time, from all regions.
INSERT INTO analytics.events (event_id, event_ts, region, charger_id, driver_id, event_type, energy_wh, price) VALUES
