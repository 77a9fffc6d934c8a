INSERT INTO shop.parcel_scans (scan_id, parcel, carrier, status, weight_g, scanned_at, recipient)
SELECT
    JSONExtractString(scan, 'scan_id'),
    JSONExtractString(scan, 'parcel'),
    transform(JSONExtractString(scan, 'carrier'), {codes:Array(String)}, {names:Array(String)}, ''),
    JSONExtractString(scan, 'status'),
    JSONExtractUInt(scan, 'weight_g'),
    at,
    JSONExtract(scan, 'recipient', 'Nullable(String)')
FROM incoming
WHERE reason = '' AND has({codes:Array(String)}, JSONExtractString(scan, 'carrier'))
