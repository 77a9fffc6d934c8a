create database ads;
create database ops;

create table ads.events (
    event_id UInt64,
    at DateTime('UTC') comment 'when it happened',
    account String,
    campaign_id UInt32,
    kind Enum8('impression' = 1, 'click' = 2),
    cost_micros UInt32,
    received_at DateTime64(3, 'UTC') comment 'when the server took the insert'
)
engine = MergeTree
partition by toYYYYMM(at)
order by (campaign_id, at)
settings index_granularity = 2048;

create table ads.daily (
    day Date,
    campaign_id UInt32,
    impressions Int64,
    clicks Int64,
    cost_micros Int64
)
engine = SummingMergeTree
order by (day, campaign_id)
settings index_granularity = 512;

create materialized view ads.daily_mv to ads.daily as
select
    toDate(at) as day,
    campaign_id,
    countIf(kind = 'impression') as impressions,
    countIf(kind = 'click') as clicks,
    sum(e.cost_micros) as cost_micros
from ads.events as e
group by day, campaign_id;

create table ops.migrations (file String, applied_at DateTime default now()) engine = MergeTree order by file;
insert into ops.migrations values ('001_ads.sql', '2025-01-02 09:00:00');

-- Two months of events. Some accounts are written in capitals, and some are from before 2019.
insert into ads.events
with
    sipHash64(number, 31) as one,
    sipHash64(number, 32) as two,
    sipHash64(number, 33) as three,
    ['jp', 'de', 'pl', 'lu', 'se', 'gb', 'fr', 'tr', 'at', 'kr', 'nl', 'uk', 'dk', 'de', 'be', 'au', 'ie', 'ch', 'no', 'nl', 'sg', 'fr',
     'us', 'fi', 'nz', 'uk'][1 + one % 26] as market,
    multiIf(
        intDiv(one, 26) % 40 = 0, toString(100000 + intDiv(one, 4096) % 900),
        intDiv(one, 26) % 17 = 0, concat(upper(market), '-', toString(10000 + intDiv(one, 4096) % 90)),
        concat(market, '-', toString(10000 + intDiv(one, 4096) % 90))
    ) as name
select
    sipHash64(number, 34) as event_id,
    toDateTime('2026-08-01 00:00:00', 'UTC') + two % (61 * 86400) as at,
    name as account,
    toUInt32(1 + floor(80 * pow((three % 1000003) / 1000003, 2))) as campaign_id,
    if(three % 23 = 0, 'click', 'impression') as kind,
    toUInt32(if(three % 23 = 0, 180000 + intDiv(two, 128) % 90000, 900 + intDiv(two, 128) % 700)) as cost_micros,
    toDateTime64(at, 3, 'UTC') + 1 + one % 90000 / 1000 + if(one % 19 = 0, three % 250000, 0) as received_at
from numbers(240000)
settings max_threads = 1, max_insert_threads = 1, max_block_size = 131072;

alter table ads.events modify column received_at DateTime64(3, 'UTC') materialized now64(3) comment 'when the server took the insert';

-- The events of these days are gone.
insert into ads.daily
select
    toDate('2025-01-01') + number % 577 as day,
    toUInt32(1 + floor(80 * pow((sipHash64(number, 41) % 1000003) / 1000003, 2))) as campaign_id,
    count() * 40 + max(sipHash64(number, 42) % 90) as impressions,
    count() * 2 + max(sipHash64(number, 43) % 7) as clicks,
    impressions * 1200 + clicks * 220000 as cost_micros
from numbers(24000)
group by day, campaign_id;

-- Invalid traffic was taken out, of days with events and of others, for some of which no event is left.
insert into ads.daily
select
    toDate('2026-06-01') + sipHash64(number, 51) % 122 as day,
    toUInt32(1 + sipHash64(number, 52) % 80) as campaign_id,
    -toInt64(1 + sipHash64(number, 53) % 9) as impressions,
    -toInt64(sipHash64(number, 54) % 2) as clicks,
    impressions * 1100 + clicks * 200000 as cost_micros
from numbers(600);

optimize table ads.daily final;
