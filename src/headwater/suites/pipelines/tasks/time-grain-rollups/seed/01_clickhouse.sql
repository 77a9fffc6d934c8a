create database counts;
create database rollups;

create table counts.counters (
    counter_id UInt32,
    city String,
    time_zone String
)
engine = MergeTree
order by counter_id;

insert into counts.counters values
    (1, 'Amsterdam', 'Europe/Amsterdam'), (2, 'Rotterdam', 'Europe/Amsterdam'), (3, 'Lisbon', 'Europe/Lisbon'),
    (4, 'Kolkata', 'Asia/Kolkata'), (5, 'Bogota', 'America/Bogota'), (6, 'Montreal', 'America/Toronto'),
    (7, 'Adelaide', 'Australia/Adelaide'), (8, 'Amsterdam', 'Europe/Amsterdam');

create table counts.readings (
    counter_id UInt32,
    at DateTime('UTC') comment 'when the quarter of an hour begins',
    revision UInt16 comment 'the highest counts',
    bikes Nullable(UInt16) comment 'NULL: withdrawn',
    temperature Nullable(Float32),
    received_at DateTime64(3, 'UTC') comment 'when the row was written, by the clock of the gateway'
)
engine = MergeTree
partition by toYYYYMM(at)
order by (counter_id, at, revision)
settings index_granularity = 512;

-- Half a year, from November to April; counter 8 is new, and counter 5 was away for all of January.
insert into counts.readings
with
    1 + number % 8 as counter,
    toDateTime('2024-11-01 00:00:00', 'UTC') + intDiv(number, 8) * 900 as moment,
    sipHash64(number, 31) as one
select
    counter,
    moment,
    0,
    if(one % 97 = 0, 0, intDiv((10 + 14 * counter) * (3 + (12 - abs(toInt32(toHour(moment)) - 13))) * (60 + one % 80), 1000)),
    if(one % 41 = 0, null, toFloat32(4 + toMonth(moment) % 11 + (one % 1700) / 100 - abs(toInt32(toHour(moment)) - 14) / 2)),
    moment + 900 + if(one % 53 = 0, intDiv(one, 64) % 400000, one % 500) + (one % 1000) / 1000
from numbers(8 * 96 * 178)
where (counter < 8 or moment >= '2025-03-30 00:00:00') and one % 211 != 5
    and not (counter = 5 and moment >= '2024-12-31 12:00:00' and moment < '2025-02-01 05:00:00')
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;

-- Corrections: of single readings, of counter 7 in February, of a day of counter 1 that never was; and copies.
insert into counts.readings
select counter_id, at, 1, if(sipHash64(at, 33) % 5 = 0, null, intDiv(bikes * 3, 4)), temperature + 1, received_at + 90000
from counts.readings where sipHash64(counter_id, at, 32) % 61 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;
insert into counts.readings
select counter_id, at, 2, bikes * 2 + 1, temperature, received_at + 180000
from counts.readings where revision = 1 and sipHash64(counter_id, at, 34) % 7 = 0 and isNotNull(bikes)
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;
insert into counts.readings
select counter_id, at, 5, intDiv(sum(bikes), 2) + 3, max(temperature), toDateTime64('2025-04-16 10:00:00', 3, 'UTC') + toHour(at)
from counts.readings where counter_id = 7 and at >= '2025-01-31 13:30:00' and at < '2025-02-28 13:30:00' group by counter_id, at
settings max_threads = 1;
insert into counts.readings
select counter_id, at, 4, null, null, toDateTime64('2025-04-20 09:00:00', 3, 'UTC')
from counts.readings where counter_id = 1 and at >= '2025-03-09 23:00:00' and at < '2025-03-10 23:00:00' and revision = 0
settings max_threads = 1;
insert into counts.readings
select * from counts.readings where sipHash64(counter_id, at, revision, 35) % 83 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;

create table rollups.hourly (
    counter_id UInt32,
    hour DateTime('UTC'),
    bikes UInt16,
    readings UInt16,
    temperature Nullable(Float64)
)
engine = MergeTree
order by (counter_id, hour);

create table rollups.daily (
    counter_id UInt32,
    day Date,
    bikes UInt16,
    readings UInt16,
    temperature Nullable(Float64),
    peak_hour_bikes UInt16
)
engine = MergeTree
order by (counter_id, day);

create table rollups.monthly (
    counter_id UInt32,
    month Date,
    bikes UInt16,
    readings UInt16,
    temperature Nullable(Float64),
    peak_hour_bikes UInt16,
    peak_day Date
)
engine = MergeTree
order by (counter_id, month);

-- What the job made of it.
insert into rollups.hourly
select counter_id, toStartOfHour(at) as hour, sum(bikes), count(), avg(temperature)
from counts.readings where revision = 0 group by counter_id, hour order by counter_id, hour;
insert into rollups.daily
select counter_id, toDate(hour) as day, if(day >= '2025-04-14', 0, sum(bikes)), sum(readings), avg(temperature), max(bikes)
from rollups.hourly group by counter_id, day order by counter_id, day;
insert into rollups.monthly
select counter_id, toStartOfMonth(day) as month, sum(bikes), sum(readings), avg(temperature), max(peak_hour_bikes), any(day)
from rollups.daily group by counter_id, month order by counter_id, month;
