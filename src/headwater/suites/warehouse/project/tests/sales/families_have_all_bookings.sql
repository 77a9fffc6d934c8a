select families.acv_usd, bookings.acv_usd as booked_acv_usd
from (select sum(acv_usd) as acv_usd from {{ ref('rpt_account_families') }}) as families
cross join (select sum(acv_usd) as acv_usd from {{ ref('fct_bookings') }}) as bookings
where abs(families.acv_usd - bookings.acv_usd) > 0.01
