-- Support's page: parcels delivered, and what they weighed.
SELECT toDate(scanned_at) AS day, carrier, count() AS parcels, sum(weight_g) / 1000 AS kilograms
FROM shop.parcel_scans FINAL
WHERE status = 'delivered'
GROUP BY day, carrier
ORDER BY day, carrier;
