create database photos;

create table photos.outbox (
    id UInt64,
    photo String,
    event String,
    at DateTime('UTC')
)
engine = MergeTree
order by id;

create table photos.published (
    up_to UInt64,
    at DateTime('UTC') default now()
)
engine = MergeTree
order by up_to;

create table photos.search (
    photo String,
    title String,
    tags Array(String),
    visible Bool,
    preview_bytes UInt32,
    applied UInt64
)
engine = ReplacingMergeTree(applied)
order by photo;

-- The changes of five weeks; a few photos have most of them. Since Sunday, there are previews of new cameras.
insert into photos.outbox
with
    sipHash64(number, 1) as a,
    sipHash64(number, 2) as b,
    sipHash64(number, 3) as c,
    number >= 7400 and number % 257 = 200 as large,
    if(large, 974 + intDiv(number, 257), toUInt64(floor(900 * pow((a % 1000003) / 1000003, 2)))) as photo_number,
    ['Harbour', 'Old mill', 'Storm', 'Market', 'Two herons', 'Night train', 'Quarry', 'Ferry'][b % 8 + 1] as subject,
    arrayMap(n -> ['sea', 'dawn', 'people', 'fog', 'b&w', 'birds', 'train'][1 + bitShiftRight(c, n * 4) % 7], range(c % 4)) as tags
select
    number + 1 as id,
    'ph-' || leftPad(toString(photo_number), 6, '0') as photo,
    concat(
        '{"photo": "', photo, '", "event": "', if(b % 41 = 0, 'hidden', 'changed'), '", "title": "', subject, ' ', toString(number),
        '", "tags": [', arrayStringConcat(arrayMap(tag -> '"' || tag || '"', arrayDistinct(tags)), ', '),
        '], "visible": ', if(b % 41 = 0, 'false', 'true'),
        ', "preview": "', if(large, repeat('iVBORw0KGgoAAAAN', 72000 + 4000 * (number % 5)), ''), '"}'
    ) as event,
    toDateTime('2026-04-14 06:00:00', 'UTC') + toUInt32(number * 310 + c % 300) as at
from numbers(9000);
