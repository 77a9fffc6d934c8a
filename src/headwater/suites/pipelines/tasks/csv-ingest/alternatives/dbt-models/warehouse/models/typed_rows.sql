{{ config(order_by='(file, line)') }}
with
    (value -> if(lower(value) in ('', 'n/a', 'null', '-'), null, value)) as known,
    replaceRegexpOne(raw.event_time, '^(\\d\\d)[./](\\d\\d)[./](\\d{4}) ', '\\3-\\2-\\1 ') as iso,
    match(iso, '^20\\d\\d-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d(:\\d\\d)?(Z|[+-]\\d\\d:?\\d\\d)?$') as is_time
select
    raw.file as file,
    raw.line as line,
    known(raw.event_id) as id,
    if(is_time, parseDateTimeBestEffortOrNull(iso, 'UTC'), null) as time,
    known(raw.gym) as gym_name,
    if(match(raw.member_id, '^\\d{1,9}$'), toUInt64OrNull(raw.member_id), null) as member,
    known(raw.event_type) as type,
    if(match(raw.amount, '^-?\\d{1,10}([.,]\\d{1,2})?$'), toDecimal64OrNull(replaceOne(raw.amount, ',', '.'), 2), null)
        as paid,
    known(raw.note) as remark,
    multiIf(
        raw.fault != '', raw.fault,
        id is null, 'event_id is missing',
        known(raw.event_time) is null, 'event_time is missing',
        time is null, concat('event_time ', raw.event_time, ' is no time'),
        gym_name is null, 'gym is missing',
        type is null, 'event_type is missing',
        member is null and known(raw.member_id) is not null, concat('member_id ', raw.member_id, ' is no number'),
        paid is null and known(raw.amount) is not null, concat('amount ', raw.amount, ' is no amount'),
        ''
    ) as reason
from {{ source('ingest', 'raw_rows') }} as raw
