create database usage;
create database staging;

create table usage.events (
    event_id UInt64,
    customer_id UInt32,
    meter LowCardinality(String),
    at DateTime('UTC'),
    bytes UInt64,
    source Enum8('live' = 1, 'history' = 2)
)
engine = MergeTree
partition by toYYYYMM(at)
order by (customer_id, meter, at)
settings index_granularity = 1024;

create table usage.monthly (month Date, customer_id UInt32, meter LowCardinality(String), events Int64, bytes Int64)
engine = SummingMergeTree
order by (month, customer_id, meter);

create table usage.invoiced (month Date, customer_id UInt32, meter LowCardinality(String), events Int64, bytes Int64)
engine = MergeTree
order by (month, customer_id, meter);

create table staging.history (
    export_no UInt16,
    record String,
    customer String,
    meter String,
    local_time String,
    utc_offset String,
    amount UInt64,
    unit String,
    deleted UInt8
)
engine = MergeTree
order by (export_no, record);

-- Everything that happened until 2 July 2026 and that the old metering recorded.
create view staging.happened as
with
    sipHash64(number, 81) as one,
    sipHash64(number, 82) as two,
    sipHash64(number, 83) as three
select
    number as n,
    sipHash64(number, 84) as id,
    toUInt32(1 + floor(300 * pow((one % 1000003) / 1000003, 2))) as customer_id,
    ['storage', 'egress', 'ingress', 'requests', 'snapshots'][1 + two % 5] as meter,
    toDateTime('2025-01-01 00:00:00', 'UTC') + three % (548 * 86400) as at,
    1 + intDiv(one, 1024) % 900 as amount,
    1 + intDiv(two, 64) % 4 as unit_no,
    toUInt64(amount * [1, 1024, 1048576, 1073741824][unit_no]) as bytes,
    -- Daylight saving time at the data centre.
    if((at >= '2025-03-30 01:00:00' and at < '2025-10-26 01:00:00') or at >= '2026-03-29 01:00:00', 2, 1) as ahead
from numbers(160000);

insert into staging.history
select
    1 + intDiv(n, 40000) as export_no,
    concat('evt-', leftPad(lower(hex(id)), 16, '0')) as record,
    concat('C-', leftPad(toString(customer_id), 6, '0')) as customer,
    multiIf(n % 7 = 0, upper(meter), n % 11 = 0, concat(upper(substring(meter, 1, 1)), substring(meter, 2)), meter) as meter,
    formatDateTime(h.at + 3600 * ahead, '%Y-%m-%d %H:%i:%S') as local_time,
    multiIf(sipHash64(n, 91) % 3600 = 0, 'CET', concat('+0', toString(ahead), ':00')) as utc_offset,
    if(sipHash64(n, 92) % 40 = 0, h.amount + 7, h.amount) as amount,
    if(sipHash64(n, 93) % 3200 = 0, 'TB', ['B', 'KiB', 'MiB', 'GiB'][unit_no]) as unit,
    0 as deleted
from staging.happened as h
settings max_threads = 1, max_insert_threads = 1, max_block_size = 131072;

-- Later exports correct amounts, cancel records, and restore a record that was cancelled.
insert into staging.history
select
    5 as export_no,
    concat('evt-', leftPad(lower(hex(id)), 16, '0')) as record,
    concat('C-', leftPad(toString(customer_id), 6, '0')) as customer,
    h.meter as meter,
    formatDateTime(h.at + 3600 * ahead, '%Y-%m-%d %H:%i:%S') as local_time,
    concat('+0', toString(ahead), ':00') as utc_offset,
    h.amount as amount,
    ['B', 'KiB', 'MiB', 'GiB'][unit_no] as unit,
    if(sipHash64(n, 94) % 90 = 0, 1, 0) as deleted
from staging.happened as h
where (sipHash64(n, 92) % 40 = 0 and sipHash64(n, 91) % 3600 != 0) or sipHash64(n, 94) % 90 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 131072;

insert into staging.history
select
    6 as export_no,
    concat('evt-', leftPad(lower(hex(id)), 16, '0')) as record,
    concat('C-', leftPad(toString(customer_id), 6, '0')) as customer,
    h.meter as meter,
    formatDateTime(h.at + 3600 * ahead, '%Y-%m-%d %H:%i:%S') as local_time,
    concat('+0', toString(ahead), ':00') as utc_offset,
    h.amount + 1 as amount,
    ['B', 'KiB', 'MiB', 'GiB'][unit_no] as unit,
    0 as deleted
from staging.happened as h
where sipHash64(n, 94) % 360 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 131072;

-- The invoices contain the usage as it was known when they were sent.
insert into usage.invoiced
select toStartOfMonth(h.at) as month, customer_id, h.meter, count(), sum(h.bytes) + 1024 * count()
from staging.happened as h
where h.at < '2026-07-01 00:00:00'
group by month, customer_id, h.meter;

insert into table usage.monthly select * from usage.invoiced;

-- Live usage was recorded next to the old metering, before there was a view; one in twelve events was lost.
insert into usage.events
select id, customer_id, h.meter, h.at, h.bytes, 'live'
from staging.happened as h
where h.at >= '2026-06-28 00:00:00' and h.at < '2026-07-01 00:00:00' and sipHash64(n, 95) % 12 != 0
settings max_threads = 1, max_insert_threads = 1;

create materialized view usage.monthly_mv to usage.monthly as
select toStartOfMonth(at) as month, customer_id, meter, toInt64(count()) as events, toInt64(sum(e.bytes)) as bytes
from usage.events as e
group by month, customer_id, meter;

insert into usage.events
select id, customer_id, h.meter, h.at, h.bytes, 'live'
from staging.happened as h
where h.at >= '2026-07-01 00:00:00' and sipHash64(n, 95) % 12 != 0
settings max_threads = 1, max_insert_threads = 1;

insert into usage.events
select sipHash64(number, 96), toUInt32(1 + floor(300 * pow((sipHash64(number, 97) % 1000003) / 1000003, 2))),
    ['storage', 'egress', 'ingress', 'requests', 'snapshots'][1 + sipHash64(number, 98) % 5],
    toDateTime('2026-07-02 00:00:00', 'UTC') + sipHash64(number, 99) % (29 * 86400), 1 + sipHash64(number, 100) % 360000000, 'live'
from numbers(20000)
settings max_threads = 1, max_insert_threads = 1;

-- The first run loaded three months, with times and amounts as they were exported, once for each export.
insert into usage.events
select reinterpretAsUInt64(reverse(unhex(substring(record, 5)))), toUInt32(substring(customer, 3)), meter, toDateTime(local_time, 'UTC'),
    amount, 'history'
from staging.history
where local_time < '2025-04-01'
settings max_threads = 1, max_insert_threads = 1, max_block_size = 1000000;

drop view staging.happened sync;
optimize table usage.events final;
optimize table usage.monthly final;
