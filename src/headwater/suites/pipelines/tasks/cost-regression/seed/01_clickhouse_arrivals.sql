-- Everything that the collectors have ever written: 200 days of deliveries, with late rows, corrections, voids and resends.
CREATE DATABASE seed;

CREATE TABLE seed.events ENGINE = MergeTree ORDER BY n AS
WITH toDateTime('2025-09-10 00:00:00', 'UTC') AS first
SELECT number AS n, intDiv(n, 10000) AS d, cityHash64(n, 'event') AS event_id,
    first + toIntervalSecond(d * 86400 + cityHash64(n, 'at') % 86400) AS at,
    toUInt32(1 + cityHash64(n, 'user') % 24000) AS user,
    toUInt32(1 + (user * 13 + cityHash64(n, 'campaign') % 3 * 7) % 240) AS campaign,
    if(cityHash64(n, 'kind') % 25 = 0, 'click', 'impression') AS kind,
    toUInt32(if(kind = 'click', 20000 + cityHash64(n, 'micros') % 80000, 300 + cityHash64(n, 'micros') % 2500)) AS micros,
    cityHash64(n, 'late') % 80 = 0 AS is_late, cityHash64(n, 'fix') % 40 = 0 AS is_fixed,
    NOT is_late AND NOT is_fixed AND cityHash64(n, 'void') % 120 = 0 AS is_void, is_void AND cityHash64(n, 'back') % 10 = 0 AS is_back,
    cityHash64(n, 'moves') % 3 = 0 AS moves, toUInt32(1 + (campaign + cityHash64(n, 'to') % 239) % 240) AS other,
    first + toIntervalDay(d) AS day, cityHash64(n, 'seconds') % 900 AS s
FROM numbers(2000000);

-- Publishers report late rows in one file a day, and reviewers correct and void the deliveries of one day together.
CREATE TABLE seed.rows ENGINE = MergeTree ORDER BY (arrived_at, event_id, revision) AS
SELECT n, event_id, toUInt16(1) AS revision, at, kind, campaign, user, micros, toUInt8(0) AS void,
    if(is_late, day + toIntervalDay(3 + cityHash64(d, 'late') % 150) + toIntervalSecond(10800 + s), at + toIntervalSecond(20 + s)) AS arrived_at
FROM seed.events
UNION ALL
SELECT n, event_id, 2, at, kind, if(moves, other, campaign), user, if(moves, micros, micros + 75), 0,
    day + toIntervalDay(1 + cityHash64(d, 'fix') % 40) + toIntervalSecond(18000 + s) FROM seed.events WHERE is_fixed
UNION ALL
SELECT n, event_id, 3, at, '', 0, 0, 0, 1,
    day + toIntervalDay(3 + cityHash64(d, 'void') % 25) + toIntervalSecond(21600 + s) FROM seed.events WHERE is_void
UNION ALL
SELECT n, event_id, 4, at, kind, campaign, user, micros, 0,
    day + toIntervalDay(6 + cityHash64(d, 'void') % 25) + toIntervalSecond(28800 + s) FROM seed.events WHERE is_back;

INSERT INTO seed.rows
SELECT n, event_id, revision, at, kind, campaign, user, micros, void,
    arrived_at + toIntervalHour(1 + cityHash64(n, revision) % 30)
FROM seed.rows WHERE cityHash64(n, revision, 'again') % 50 = 0;

-- Three collectors, each with a batch an hour. The third one seals its batches late, and so not in their order.
CREATE TABLE seed.arrivals ENGINE = MergeTree ORDER BY (batch, event_id, revision) AS
SELECT toUInt32(intDiv(toUnixTimestamp(arrived_at) - 1757462400, 3600) * 3 + cityHash64(n, 'collector') % 3 + 1) AS batch,
    toDateTime(toStartOfHour(arrived_at) + toIntervalSecond(3600 + cityHash64(batch) % if(batch % 3 = 0, 5400, 120)), 'UTC') AS sealed_at,
    event_id, revision, at, kind, campaign, user, micros, void
FROM seed.rows WHERE arrived_at < '2026-03-29 00:00:00';
