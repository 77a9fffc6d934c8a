-- The customer's page: where a parcel has been.
SELECT scanned_at, carrier, status, recipient
FROM shop.parcel_scans FINAL
WHERE parcel = 'P-100204'
ORDER BY scanned_at;
