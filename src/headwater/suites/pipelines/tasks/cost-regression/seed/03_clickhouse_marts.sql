CREATE DATABASE marts;

CREATE DATABASE reports;

CREATE TABLE marts.events (
    event_id UInt64,
    revision UInt16,
    at DateTime('UTC'),
    kind LowCardinality(String),
    campaign UInt32,
    user UInt32,
    micros UInt32
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY event_id;

CREATE TABLE marts.campaign_daily (
    day Date,
    campaign UInt32,
    impressions UInt64,
    clicks UInt64,
    micros UInt64
)
ENGINE = MergeTree
ORDER BY (day, campaign);

CREATE TABLE marts.loaded (batch UInt32) ENGINE = MergeTree ORDER BY batch;

CREATE VIEW reports.campaign_days AS
SELECT toDate(addMinutes(e.at, c.utc_offset)) AS day, e.campaign AS campaign, countIf(e.kind = 'impression') AS impressions,
    countIf(e.kind = 'click') AS clicks, sum(e.micros) AS micros, uniqExactIf(e.user, e.kind = 'impression') AS users
FROM (SELECT * FROM marts.events FINAL) AS e
LEFT JOIN (
    SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
) AS c ON c.campaign = e.campaign
GROUP BY day, campaign;

CREATE VIEW reports.accounts AS
SELECT c.account AS account, c.name AS name, toStartOfMonth(addMinutes(e.at, c.utc_offset)) AS month,
    countIf(e.kind = 'impression') AS impressions, countIf(e.kind = 'click') AS clicks, sum(e.micros) AS micros,
    uniqExactIf(e.user, e.kind = 'impression') AS users
FROM (SELECT * FROM marts.events FINAL) AS e
INNER JOIN (
    SELECT campaign, a.account AS account, a.name AS name, a.utc_offset AS utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
) AS c ON c.campaign = e.campaign
GROUP BY account, name, month;

INSERT INTO marts.events
SELECT event_id, max(revision) AS latest, any(at), argMax(kind, revision), argMax(campaign, revision), argMax(user, revision),
    argMax(micros, revision)
FROM seed.arrivals WHERE sealed_at < '2026-03-29 00:00:00'
GROUP BY event_id HAVING argMax(void, revision) = 0;

INSERT INTO marts.campaign_daily SELECT day, campaign, impressions, clicks, micros FROM reports.campaign_days;

INSERT INTO marts.loaded SELECT batch FROM raw.batches;
