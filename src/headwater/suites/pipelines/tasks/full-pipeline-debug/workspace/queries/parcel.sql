-- A parcel, for customer service.
SELECT depot, state, price, posted_on
FROM analytics.parcels
WHERE parcel_id = 117204
