create database audit;

-- Parts are merged at night only, so an event has several versions during the day.
create table audit.events (
    workspace_id UInt32,
    at DateTime64(3, 'UTC') comment 'when it happened',
    event_id UInt64,
    version UInt32 comment 'the highest of an event counts',
    actor String,
    action LowCardinality(String),
    target String,
    removed UInt8 comment '1: erased'
)
engine = ReplacingMergeTree(version)
order by (workspace_id, at, event_id)
settings index_granularity = 1024, max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1;

-- Workspace 7 is the largest customer and imported some 16,000 events at once on 2 June.
create view audit.sent as
with
    sipHash64(number, 61) as one,
    sipHash64(number, 62) as two,
    sipHash64(number, 63) as three
select
    number as n,
    toUInt32(multiIf(one % 10 < 6, 7, 1 + two % 60 = 7, 61, 1 + two % 60)) as workspace_id,
    if(workspace_id = 7 and intDiv(one, 16) % 11 = 3, toDateTime64('2026-06-02 08:30:00.250', 3, 'UTC'),
       addMilliseconds(toDateTime64('2026-01-05 00:00:00', 3, 'UTC'), three % (250 * 86400000))) as at,
    sipHash64(number, 64) as event_id,
    toUInt32(1) as version,
    concat('user-', toString(intDiv(two, 64) % 400)) as actor,
    multiIf(three % 5000 = 7, 'key_rotated', three % 9 = 0, 'signed_in', three % 9 < 4, 'document_opened', three % 9 < 6, 'document_changed',
            three % 9 = 6, 'member_invited', three % 9 = 7, 'export_started', 'settings_changed') as action,
    concat('doc-', toString(intDiv(three, 128) % 5000)) as target,
    toUInt8(0) as removed
from numbers(300000);

insert into audit.events select * except n from audit.sent where n < 150000 settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;
insert into audit.events select * except n from audit.sent where n >= 150000 settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;

-- Retries of collectors, corrections and erasures.
insert into audit.events select * except n from audit.sent where sipHash64(n, 71) % 19 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;
insert into audit.events
select workspace_id, at, event_id, 2, if(sipHash64(n, 73) % 2 = 0, '[redacted]', actor),
       if(sipHash64(n, 73) % 3 = 0, 'member_removed', action), target, 0
from audit.sent where sipHash64(n, 72) % 37 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;
insert into audit.events
select workspace_id, at, event_id, 3, '', '', '', 1 from audit.sent where sipHash64(n, 74) % 61 = 0
settings max_threads = 1, max_insert_threads = 1, max_block_size = 300000;

drop view audit.sent sync;
