CREATE TEMPORARY TABLE incoming (
    partition Int32,
    offset Int64,
    payload Nullable(String),
    scan String ALIAS ifNull(payload, ''),
    reason String ALIAS multiIf(
        payload IS NULL, 'there is no value',
        NOT isValidUTF8(scan) OR NOT isValidJSON(scan), 'the value is no JSON',
        JSONType(scan) != 'Object', 'the value is no object',
        JSONType(scan, 'scan_id') != 'String' OR JSONExtractString(scan, 'scan_id') = '', 'scan_id is no text',
        JSONType(scan, 'parcel') != 'String' OR JSONExtractString(scan, 'parcel') = '', 'parcel is no text',
        JSONType(scan, 'status') != 'String' OR JSONExtractString(scan, 'status') = '', 'status is no text',
        JSONType(scan, 'weight_g') NOT IN ('Int64', 'UInt64')
            OR toUInt32OrNull(JSONExtractRaw(scan, 'weight_g')) IS NULL, 'weight_g does not fit its column',
        JSONType(scan, 'scanned_at') != 'String' OR at IS NULL, 'scanned_at is no time with an offset',
        toYear(at) NOT BETWEEN 2020 AND 2099, 'scanned_at is of another century',
        JSONType(scan, 'recipient') NOT IN ('String', 'Null'), 'recipient is no text',
        ''
    ),
    at Nullable(DateTime64(0, 'UTC')) ALIAS if(
        match(JSONExtractString(scan, 'scanned_at'), '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d.*(Z|[+-]\\d\\d:?\\d\\d)$'),
        parseDateTime64BestEffortOrNull(JSONExtractString(scan, 'scanned_at'), 0, 'UTC'),
        NULL
    )
) ENGINE = Memory
