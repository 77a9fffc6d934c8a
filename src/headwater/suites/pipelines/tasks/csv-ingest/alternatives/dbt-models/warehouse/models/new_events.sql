{{ config(order_by='(file, line)') }}
-- Events never change, so a duplicate can only be in the time range of the new events.
select *
from {{ ref('typed_rows') }}
where reason = ''
    and id not in (
        select event_id from {{ source('analytics', 'events') }}
        where event_time >= (select min(time) from {{ ref('typed_rows') }} where reason = '')
            and event_time <= (select max(time) from {{ ref('typed_rows') }} where reason = '')
    )
order by file, line
limit 1 by id
