CREATE DATABASE ads;

CREATE TABLE ads.events (
    advertiser_id UInt32,
    event_time DateTime('UTC'),
    campaign LowCardinality(String),
    kind Enum8('impression' = 1, 'click' = 2),
    cost_micros UInt64
)
ENGINE = MergeTree
ORDER BY (advertiser_id, event_time)
SETTINGS index_granularity = 1024;

INSERT INTO ads.events
WITH sipHash64(number, 1) AS one, sipHash64(number, 2) AS two
SELECT
    if(one % 3 = 0, 17, 1 + intDiv(one, 8) % 40) AS advertiser_id,
    toDateTime('2026-05-01 00:00:00', 'UTC') + two % (204 * 86400) AS event_time,
    concat(['spring', 'summer', 'autumn', 'brand', 'retarget'][1 + intDiv(two, 16) % 5], '-', toString(advertiser_id), '-',
        toString(1 + intDiv(two, 1024) % 3)) AS campaign,
    if(sipHash64(number, 3) % 50 = 0, 'click', 'impression') AS kind,
    if(kind = 'click', 150000 + one % 900000, 900 + one % 4000) AS cost_micros
FROM numbers(400000)
SETTINGS max_threads = 1, max_insert_threads = 1;

OPTIMIZE TABLE ads.events FINAL;
