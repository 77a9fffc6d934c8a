create database app;
create database metrics;

create table app.users (
    user_id UInt32,
    country LowCardinality(String),
    is_internal UInt8 comment '1: ours, for trying things out'
)
engine = MergeTree
order by user_id;

insert into app.users
select number, ['US', 'CA', 'BR', 'MX', 'GB'][1 + sipHash64(number, 11) % 5], sipHash64(number, 12) % 40 = 0
from numbers(1, 9000);
insert into app.users select number, 'US', 0 from numbers(9001, 20);

create table app.events (
    event_id String,
    user_id UInt32,
    kind LowCardinality(String),
    cents UInt32 comment 'of payments and refunds',
    at DateTime64(3, 'UTC') comment 'when it happened',
    received_at DateTime64(3, 'UTC') comment 'when it came'
)
engine = MergeTree
order by (at, event_id)
settings index_granularity = 512;

-- The shop opened in the second month, and the app was down on 11 and 12 June.
insert into app.events
with
    sipHash64(number, 1) as one,
    sipHash64(number, 2) as two,
    toDateTime64('2025-02-25 06:00:00', 3, 'UTC') + toIntervalMillisecond(one % 31086000000) as moment
select
    lower(hex(sipHash64(number, 3))),
    1 + if(two % 3 = 0, sqrt(intDiv(two, 8) % 1000000) * 9, intDiv(two, 8) % 9000),
    if(number % 100 < 72 or (moment < '2025-03-20 00:00:00'), 'session_started',
       multiIf(number % 100 < 80, 'trial_started', number % 100 < 96, 'paid', number % 100 < 98, 'refunded', 'run_saved')) as kind,
    multiIf(kind = 'paid', [0, 799, 799, 5999, 1299, 799][1 + two % 6], kind = 'refunded', [799, 5999, 799][1 + two % 3], 0),
    moment,
    moment + toIntervalMillisecond(if(two % 31 = 0, one % 259200000, two % 4000))
from numbers(80000)
where not (moment >= '2025-06-11 04:00:00' and moment < '2025-06-13 04:00:00')
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;

-- Payments at the edge of two weeks after trials, and events around the beginning of a day.
insert into app.events
with toDateTime64('2025-10-03 03:59:59.999', 3, 'UTC') as start
select
    concat('edge', toString(number)),
    9001 + number % 20,
    if(number < 20, 'trial_started', 'paid'),
    if(number < 20, 0, multiIf(number % 4 = 0, 0, 799)),
    start + toIntervalMillisecond(multiIf(
        number < 20, number % 2,
        number % 5 = 0, 14 * 86400000 + number % 2,
        number % 5 = 1, 14 * 86400000 + 1 + number % 2,
        number % 5 = 2, number % 2 - 1,
        number % 5 = 3, number % 2,
        3600000
    )) as moment,
    moment
from numbers(40);

-- Phones sent these events again.
insert into app.events
select event_id, user_id, kind, cents, at, received_at + toIntervalSecond(40 + sipHash64(event_id, 21) % 90)
from app.events where sipHash64(event_id, 22) % 23 = 0
order by at, event_id
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;
