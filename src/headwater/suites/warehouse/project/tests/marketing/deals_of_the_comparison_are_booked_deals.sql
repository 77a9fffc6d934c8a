with expected as (
    select fiscal_quarter, count(*) as bookings
    from {{ ref('fct_bookings') }}
    where booking_type <> 'renewal'
    group by fiscal_quarter
),

found as (
    select fiscal_quarter, count(distinct opportunity_id) as bookings
    from {{ ref('fct_attributed_bookings') }}
    where attribution_model = 'last_touch'
    group by fiscal_quarter
)

select expected.fiscal_quarter, expected.bookings, found.bookings as attributed
from expected
left join found on expected.fiscal_quarter = found.fiscal_quarter
where expected.bookings <> coalesce(found.bookings, 0)
