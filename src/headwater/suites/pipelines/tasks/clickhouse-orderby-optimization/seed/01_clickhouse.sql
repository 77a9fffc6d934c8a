CREATE DATABASE IF NOT EXISTS analytics;

-- The definition is that of workspace/events.sql.
CREATE TABLE analytics.events
(
    event_id UInt64 COMMENT 'Unique, given by the charger',
    event_ts DateTime COMMENT 'When it happened, UTC',
    region String COMMENT 'Where the charger stands',
    charger_id UInt32,
    driver_id Nullable(UInt32) COMMENT 'Null: paid by card, without an account',
    event_type LowCardinality(String) COMMENT 'start, stop, fault or tariff',
    energy_wh UInt32 COMMENT 'Delivered since the last event',
    price Decimal(9, 4) COMMENT 'Before tax',
    currency String DEFAULT 'EUR',
    received_at DateTime DEFAULT event_ts + 2 COMMENT 'When it reached us, UTC'
)
ENGINE = MergeTree
ORDER BY tuple();

-- Two million events of ninety days, in random order; the regions differ in size.
INSERT INTO analytics.events
WITH
    ['bryggen', 'kallvik', 'ostermark', 'linnholm', 'sandnes', 'torsby', 'hvalstad', 'mosund',
     'ekeby', 'fjordgata', 'grimsvik', 'holmsund', 'isfjell', 'jordalen', 'kvarnby', 'lervik',
     'morkaberg', 'norrhamn', 'odinsplass', 'pilgata', 'raufoss', 'stenungs', 'tallberg', 'ulvesund'] AS regions,
    cityHash64(number, 'time') % 7776000 AS second,
    cityHash64(number, 'place') AS place,
    least(place % 24, intDiv(place, 24) % 30) AS region_number
SELECT
    cityHash64(number, 'event'),
    toDateTime('2026-01-01 00:00:00', 'UTC') + second,
    regions[region_number + 1],
    1000 + region_number * 50 + intDiv(place, 1000) % 50,
    if(cityHash64(number, 'driver') % 6 = 0, NULL, toUInt32(1 + cityHash64(number, 'driver') % 80000)),
    multiIf(place % 100 < 44, 'start', place % 100 < 88, 'stop', place % 100 < 93, 'fault', 'tariff'),
    toUInt32(cityHash64(number, 'energy') % 48000),
    toDecimal64(cityHash64(number, 'price') % 320000, 4) / 10000,
    if(region_number % 7 = 3, 'NOK', 'EUR'),
    toDateTime('2026-01-01 00:00:00', 'UTC') + second + 1 + cityHash64(number, 'delay') % 90
FROM numbers(2000000);
