-- Replace the table of the first version by the view of schema.sql, after pipeline.py has filled its table.
CREATE VIEW analytics.parcels_next AS
SELECT parcel_id, revision, depot, state, price, posted_on
FROM analytics.parcel_states FINAL
WHERE is_deleted = 0;

EXCHANGE TABLES analytics.parcels AND analytics.parcels_next;

DROP TABLE analytics.parcels_next;
