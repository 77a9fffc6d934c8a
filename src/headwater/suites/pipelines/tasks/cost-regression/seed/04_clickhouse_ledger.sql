-- What the nights cost. The ledger is written by the job, a row for each step, and the budget is finance's.
CREATE DATABASE ops;

CREATE TABLE ops.ledger (
    night Date,
    step LowCardinality(String),
    arrived UInt64,
    touched_days UInt32,
    read_rows UInt64,
    read_bytes UInt64,
    written_rows UInt64,
    inserts UInt32,
    rewrites UInt32
)
ENGINE = MergeTree
ORDER BY (night, step);

CREATE TABLE ops.budget (
    part LowCardinality(String),
    measure LowCardinality(String),
    per_night Float64,
    per_arrived_row Float64,
    per_touched_day Float64
)
ENGINE = MergeTree
ORDER BY (part, measure);

INSERT INTO ops.budget VALUES
    ('job', 'read_rows', 200000, 4, 60000),
    ('job', 'written_rows', 3000, 1.25, 800),
    ('job', 'inserts', 10, 0.00005, 1),
    ('job', 'rewrites', 0, 0, 0),
    ('dashboards/accounts.sql', 'read_rows', 150000, 0, 0),
    ('dashboards/campaign.sql', 'read_rows', 100000, 0, 0);

CREATE TABLE seed.nights ENGINE = MergeTree ORDER BY night AS
SELECT toDate(a.sealed_at) AS night, count() AS arrived,
    uniqExact(toDate(addMinutes(a.at, o.utc_offset))) AS touched, 10000 * toUInt64(night - toDate('2025-09-10') + 1) AS stored,
    cityHash64(toString(night)) % 1000 / 1000 AS noise
FROM seed.arrivals AS a
LEFT JOIN (
    SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c INNER JOIN (SELECT * FROM raw.accounts FINAL) AS b ON b.account = c.account
) AS o ON o.campaign = a.campaign
WHERE night >= '2026-01-12' AND night < '2026-03-29'
GROUP BY night;

INSERT INTO ops.ledger
WITH 10500 * toUInt64(15 + (night - toDate('2025-09-10')) % 7) AS kept
SELECT night, 'load', arrived, touched, toUInt64(if(night >= '2026-03-06', kept * (2 + noise / 50), arrived * (2 + noise / 40)) + arrived) AS reads, reads * 35,
    toUInt64(if(night >= '2026-03-06', kept, arrived) * (0.972 + noise / 100) * if(night >= '2026-03-17', 2, 1)) AS writes,
    if(night >= '2026-03-17', intDiv(writes, 1950), intDiv(writes, 50000)) + 1, 0
FROM seed.nights;

INSERT INTO ops.ledger
SELECT night, 'voids', arrived, touched, toUInt64(72 * (night - toDate('2025-09-10') + 1)) AS reads, reads * 4, 0, 0, 1 FROM seed.nights WHERE night >= '2026-03-12';

INSERT INTO ops.ledger
SELECT night, 'daily', arrived, touched,
    toUInt64(night >= '2026-03-03' ? stored * (0.995 + noise / 500) + 540 : touched * (34000 + noise * 6000)) AS reads,
    reads * 29, toUInt64(night >= '2026-03-10' ? 240 * (stored / 10000 + 1) : 480 * touched), night >= '2026-03-10' ? 1 : 2, 0
FROM seed.nights;

INSERT INTO ops.ledger
SELECT night, concat('dashboards/', name, '.sql'), arrived, touched,
    toUInt64(night >= if(name = 'accounts', toDate('2026-03-20'), toDate('2026-03-24')) ? stored * (0.99 + noise / 200) : if(name = 'accounts', 71000, 49000) + noise * 9000) AS reads,
    reads * if(night >= '2026-03-20', 29, 90), 0, 0, 0
FROM seed.nights ARRAY JOIN ['accounts', 'campaign'] AS name;

DROP DATABASE seed;
