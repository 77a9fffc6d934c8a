-- Bank holidays differ from the company's, so a rate may be a few days old, but never more than a long weekend.
select
    days.date_day,
    rates.currency
from {{ ref('dim_dates') }} as days
inner join {{ ref('int_fx_rates_daily') }} as rates
    on days.date_day = rates.rate_date
where days.is_business_day
    and rates.currency <> 'USD'
    and {{ date_diff_days('rates.quoted_on', 'rates.rate_date') }} > 4
