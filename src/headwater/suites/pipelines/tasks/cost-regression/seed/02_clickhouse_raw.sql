CREATE DATABASE raw;

CREATE TABLE raw.accounts (
    account UInt16,
    name String,
    utc_offset Int16,
    changed_at DateTime('UTC')
)
ENGINE = ReplacingMergeTree(changed_at)
ORDER BY account;

INSERT INTO raw.accounts
SELECT number + 1, concat(['Alder', 'Birch', 'Cedar', 'Elm', 'Hazel', 'Larch'][number % 6 + 1], ' ', ['Foods', 'Travel', 'Motors', 'Books', 'Sports'][intDiv(number, 6) + 1]),
    [-480, -300, 0, 0, 60, 60, 120, 330, 600][number % 9 + 1], '2025-08-01 09:00:00'
FROM numbers(30);

CREATE TABLE raw.campaigns (
    campaign UInt32,
    account UInt16,
    name String,
    changed_at DateTime('UTC')
)
ENGINE = ReplacingMergeTree(changed_at)
ORDER BY campaign;

INSERT INTO raw.campaigns
SELECT number + 1, 1 + (number + 1) * 7 % 30, concat('Campaign ', toString(number + 1)), '2025-08-02 10:00:00' FROM numbers(240);

-- Some were sold with their accounts' shops.
INSERT INTO raw.campaigns
SELECT number * 31 + 12, 1 + number * 5 % 30, concat('Campaign ', toString(number * 31 + 12)),
    toDateTime('2025-11-04 14:20:00', 'UTC') + toIntervalDay(number * 19) FROM numbers(7);

CREATE TABLE raw.events (
    batch UInt32,
    event_id UInt64,
    revision UInt16,
    at DateTime('UTC'),
    kind LowCardinality(String),
    campaign UInt32,
    user UInt32,
    micros UInt32,
    void UInt8
)
ENGINE = MergeTree
PARTITION BY intDiv(batch, 504)
ORDER BY (batch, event_id);

INSERT INTO raw.events SELECT batch, event_id, revision, at, kind, campaign, user, micros, void FROM seed.arrivals WHERE batch >= 13104;

CREATE TABLE raw.batches (
    batch UInt32,
    sealed_at DateTime('UTC')
)
ENGINE = MergeTree
ORDER BY batch;

INSERT INTO raw.batches SELECT DISTINCT batch, sealed_at FROM seed.arrivals WHERE sealed_at < '2026-03-29 00:00:00';
