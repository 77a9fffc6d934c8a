create database ads;

create table ads.delivery (
    day Date,
    campaign_id UInt32,
    site_id UInt32,
    device LowCardinality(String),
    impressions Int32,
    clicks Int32,
    cost_micros Int64
)
engine = MergeTree
order by (day, campaign_id)
settings index_granularity = 1024;

-- Delivery of ninety days; campaigns from 181 and sites from 501 on are not in Postgres.
insert into ads.delivery
with
    sipHash64(number, 1) as one,
    sipHash64(number, 2) as two
select
    toDate('2026-01-05') + intDiv(number, 900),
    1 + if(one % 3 = 0, one % 23, intDiv(one, 8) % 188),
    1 + if(two % 5 = 0, two % 31, intDiv(two, 8) % 508),
    ['phone', 'phone', 'phone', 'desktop', 'desktop', 'tablet', 'tv', 'it''s a "box"'][1 + intDiv(two, 4096) % 8],
    intDiv(one, 512) % 400,
    if(one % 4 = 1, intDiv(one, 512) % 400 % 9, 0),
    intDiv(one, 512) % 400 * (900 + two % 2600)
from numbers(81000)
settings max_threads = 1, max_insert_threads = 1;

-- Corrections, and a campaign of which nothing is left on a day.
insert into ads.delivery
select day, campaign_id, site_id, device, -intDiv(impressions, 2), -intDiv(clicks, 2), -intDiv(cost_micros, 3)
from ads.delivery where sipHash64(day, campaign_id, site_id, impressions) % 40 = 0
settings max_threads = 1, max_insert_threads = 1;
insert into ads.delivery values
    ('2026-02-03', 188, 7, 'console', 120, 3, 90000), ('2026-02-03', 188, 7, 'console', -120, -3, -80000),
    ('2026-02-04', 188, 8, 'console', 0, 0, 0);
