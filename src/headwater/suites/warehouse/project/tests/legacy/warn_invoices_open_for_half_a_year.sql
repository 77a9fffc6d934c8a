{{ config(severity='warn') }}

-- LEG-11. Open items that nobody has written off after half a year. Finance looks at them in December.
select
    inv_id,
    month_dt,
    days_late,
    open_amount,
    currency
from {{ ref('tmp_open_items') }}
where days_late > 180
    and month_dt = {{ month_start(as_of()) }}
