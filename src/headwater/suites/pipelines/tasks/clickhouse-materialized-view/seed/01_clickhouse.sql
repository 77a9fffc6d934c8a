create database content;
create database analytics;

create table content.videos (video_id UInt32, channel_id UInt32, title String) engine = MergeTree order by video_id;

insert into content.videos
select number + 1, 1 + sipHash64(number, 1) % 160, concat('Video ', toString(number + 1)) from numbers(2500);

-- These videos are uploaded and not watched yet.
insert into content.videos
select number + 9001, 1 + number % 160, concat('Video ', toString(number + 9001)) from numbers(40);

create table content.plays (
    play_id UInt64,
    video_id UInt32,
    viewer_id UInt64,
    at DateTime('UTC'),
    watched_sec UInt32,
    received_at DateTime('UTC')
)
engine = MergeTree
partition by toYYYYMMDD(at)
order by (received_at, play_id);

create table analytics.video_day (day Date, video_id UInt32, plays UInt64, viewers UInt64, watched_sec UInt64)
engine = SummingMergeTree
order by (day, video_id);

-- 240,000 plays of thirty-one days; a few videos have most of them. Each play sends up to six messages, some of them
-- twice; those of every thirtieth play arrive days late,
-- and sometimes a first message arrives after the others.
create table content.sent engine = Memory as
with
    sipHash64(number, 11) as one,
    sipHash64(number, 12) as two,
    sipHash64(number, 13) as three,
    1 + one % 6 as messages,
    if(two % 9 = 0, two % 3, 3 + intDiv(two, 16) % 620) as watched,
    toDateTime('2026-05-01 00:00:00', 'UTC') + toUInt32(number * 11.1 + three % 10) as began,
    arrayJoin(range(messages + if(one % 23 = 0, 1, 0))) as step,
    toUInt32(intDiv(watched * least(step + 1, messages), messages)) as so_far
select
    sipHash64(number, 10) as play_id,
    toUInt32(1 + floor(2500 * pow((three % 1000003) / 1000003, 3))) as video_id,
    if(intDiv(one, 64) % 5 = 0, 0, 1 + toUInt64(floor(40000 * pow((intDiv(two, 1024) % 1000003) / 1000003, 2)))) as viewer_id,
    began as at,
    so_far as watched_sec,
    began + so_far + if(number % 30 = 0, 3600 + three % 500000, 0) + if(step >= messages, 5400, 0)
        + if(one % 29 = 0 and step = 0, 7000, 0) as heard_at,
    if(heard_at < '2026-05-31 21:00:00', heard_at, began + so_far) as received_at
from numbers(240000);

insert into content.plays select * except heard_at from content.sent where received_at < '2026-05-11 00:00:00' order by received_at, play_id;

-- The nightly job wrote all that is left of February to April; its first days of May lack what came later.
insert into analytics.video_day
select
    toDate('2026-02-01') + number % 89 as day,
    toUInt32(1 + floor(2500 * pow((sipHash64(number, 21) % 1000003) / 1000003, 2))) as video_id,
    count() * 3 + max(sipHash64(number, 22) % 40) as plays,
    count() * 2 + max(sipHash64(number, 22) % 29) as viewers,
    plays * 140 + max(sipHash64(number, 23) % 5000) as watched_sec
from numbers(160000)
group by day, video_id;

insert into analytics.video_day
select day, video_id, count(), uniqExactIf(viewer, viewer != 0), sum(watched)
from (
    select toDate(at) as day, video_id, play_id, any(viewer_id) as viewer, max(watched_sec) as watched
    from content.plays
    group by day, video_id, play_id
)
where watched >= 3 and day <= '2026-05-10'
group by day, video_id;

-- On 11 May the view was created for a table whose column was called `cnt`; then the column got its old name back.
alter table analytics.video_day rename column plays to cnt;

create materialized view analytics.video_day_mv to analytics.video_day as
select
    toDate(received_at) as day,
    video_id,
    count() as cnt,
    uniqExact(viewer_id) as viewers,
    sum(watched_sec) as watched_sec
from content.plays
group by day, video_id;

alter table analytics.video_day rename column cnt to plays;

insert into content.plays
select * except heard_at from content.sent where received_at >= '2026-05-11 00:00:00' order by received_at, play_id
settings max_block_size = 8192, min_insert_block_size_rows = 8192, min_insert_block_size_bytes = 0, max_threads = 1,
    max_insert_threads = 1;

drop table content.sent sync;
