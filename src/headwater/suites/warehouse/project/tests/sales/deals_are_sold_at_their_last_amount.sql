-- Dollars only, so that no rate is in the way.
with last_changes as (
    select
        opportunity_id,
        amount,
        row_number() over (partition by opportunity_id order by changed_at desc, opportunity_change_id desc) as recency
    from {{ ref('stg_crm__opportunity_history') }}
    where changed_at < {{ as_of_end() }}
)

select bookings.opportunity_id, bookings.tcv_usd, last_changes.amount
from {{ ref('fct_bookings') }} as bookings
inner join last_changes
    on bookings.opportunity_id = last_changes.opportunity_id
    and last_changes.recency = 1
where bookings.currency = 'USD'
    and abs(bookings.tcv_usd - coalesce(last_changes.amount, 0)) > 0.01
