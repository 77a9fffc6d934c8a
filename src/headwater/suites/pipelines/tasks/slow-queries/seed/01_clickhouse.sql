-- Three months of a language school's app, with forty thousand people and two million events.
create database app;

create table app.lessons (
    lesson_id UInt32,
    slug String,
    language LowCardinality(String)
)
engine = MergeTree
order by lesson_id;

create table app.events (
    event_id UInt64,
    event_ts DateTime('UTC'),
    user_id UInt32,
    event_type LowCardinality(String),
    country LowCardinality(String),
    lesson_id UInt32,
    amount_cents Nullable(UInt32),
    device String
)
engine = MergeTree
order by (event_type, event_ts)
settings index_granularity = 2048;

insert into app.lessons
select
    1 + number as lesson_id,
    concat(['greetings', 'numbers', 'food', 'family', 'travel', 'weather', 'work', 'health'][1 + number % 8],
           '-', toString(1 + intDiv(number, 8) % 10)) as slug,
    ['es', 'fr', 'de', 'it', 'pt'][1 + intDiv(number, 80)] as language
from numbers(400);

insert into app.events
with
    sipHash64(number, 1) as one,
    sipHash64(number, 2) as two,
    sipHash64(number, 3) as three,
    one % 1000 as share,
    toUInt32(1 + two % 40000) as person,
    number < 40000 as is_signup,
    multiIf(
        is_signup, 'signup', share < 225, 'app_open', share < 445, 'lesson_started', share < 640, 'lesson_completed',
        share < 770, 'exercise_failed', share < 850, 'streak_kept', share < 910, 'push_opened', share < 940, 'friend_added',
        share < 970, 'paywall_seen', share < 990, 'purchase', 'settings_changed'
    ) as type
select
    number + 1 as event_id,
    toDateTime('2025-01-01 00:00:00', 'UTC') + three % (89 * 86400) as event_ts,
    if(is_signup, toUInt32(number + 1), person) as user_id,
    if((event_ts < '2025-02-10 00:00:00' and one % 3 = 1) or one % 47 = 0,
       concat(upper(substring(type, 1, 1)), substring(type, 2)), type) as event_type,
    ['PL', 'DE', 'CZ', 'UA', 'LT', 'GB'][1 + sipHash64(user_id, 4) % 6] as country,
    if(type in ('lesson_started', 'lesson_completed', 'exercise_failed'), 1 + intDiv(two, 65536) % 400, 0) as lesson_id,
    if(type = 'purchase' and one % 31 != 0, 499 + 500 * (intDiv(one, 4096) % 6), null) as amount_cents,
    hex(sipHash64(user_id, intDiv(three, 7) % 3)) as device
from numbers(2000000)
settings max_threads = 1, max_insert_threads = 1, max_block_size = 262144;
