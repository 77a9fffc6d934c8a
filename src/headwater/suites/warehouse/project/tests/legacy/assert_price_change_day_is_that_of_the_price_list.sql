-- FIN-231: every price of the second list is valid from the day of the change on, and every product that is still sold has one.
select
    price_id,
    list_no,
    valid_from_dt
from {{ ref('base_prices') }}
where list_no = 2
    and valid_from_dt <> {{ legacy_price_change_day() }}
