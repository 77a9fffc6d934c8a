-- Fill the two tables of schema.sql from raw_rows, a temporary table with the rows of all files as text.

CREATE TEMPORARY TABLE typed_rows ENGINE = MergeTree ORDER BY (file, line) AS
WITH
    (value -> if(lower(value) IN ('', 'n/a', 'null', '-'), NULL, value)) AS known,
    replaceRegexpOne(raw.event_time, '^(\\d\\d)[./](\\d\\d)[./](\\d{4}) ', '\\3-\\2-\\1 ') AS iso,
    match(iso, '^20\\d\\d-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:?\\d\\d)?$') AS is_time
SELECT
    raw.file AS file,
    raw.line AS line,
    known(raw.event_id) AS id,
    if(is_time, parseDateTimeBestEffortOrNull(iso, 'UTC'), NULL) AS time,
    known(raw.gym) AS gym_name,
    if(match(raw.member_id, '^\\d{1,9}$'), toUInt64OrNull(raw.member_id), NULL) AS member,
    known(raw.event_type) AS type,
    if(match(raw.amount, '^-?\\d{1,10}([.,]\\d{1,2})?$'), toDecimal64OrNull(replaceOne(raw.amount, ',', '.'), 2), NULL)
        AS paid,
    known(raw.note) AS remark,
    multiIf(
        raw.fault != '', raw.fault,
        id IS NULL, 'event_id is missing',
        known(raw.event_time) IS NULL, 'event_time is missing',
        time IS NULL, concat('event_time ', raw.event_time, ' is no time'),
        gym_name IS NULL, 'gym is missing',
        type IS NULL, 'event_type is missing',
        member IS NULL AND known(raw.member_id) IS NOT NULL, concat('member_id ', raw.member_id, ' is no number'),
        paid IS NULL AND known(raw.amount) IS NOT NULL, concat('amount ', raw.amount, ' is no amount'),
        ''
    ) AS reason
FROM raw_rows AS raw;

-- Events never change, so a duplicate can only be in the time range of the new events.
CREATE TEMPORARY TABLE new_events ENGINE = MergeTree ORDER BY (file, line) AS
SELECT *
FROM typed_rows
WHERE reason = ''
    AND id NOT IN (
        SELECT event_id FROM analytics.events
        WHERE event_time >= (SELECT min(time) FROM typed_rows WHERE reason = '')
            AND event_time <= (SELECT max(time) FROM typed_rows WHERE reason = '')
    )
ORDER BY file, line
LIMIT 1 BY id;

INSERT INTO analytics.events
SELECT id, time, gym_name, member, type, paid, remark FROM new_events;

TRUNCATE TABLE analytics.rejected_rows;

INSERT INTO analytics.rejected_rows
SELECT file, line, reason FROM typed_rows WHERE reason != '';
