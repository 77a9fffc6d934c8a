-- Days of a quarter for which a territory had a seller. A seller who changed territory counts in both, for the days that each had
-- them; two sellers in one territory are two seats.
with quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

periods as (
    select
        territories.crm_user_id,
        territories.territory_id,
        territories.version_number,
        territories.valid_from,
        {{ last_day_or_clock('territories.valid_to') }} as valid_to,
        reps.role
    from {{ ref('int_sales_rep_territories') }} as territories
    inner join {{ ref('dim_sales_reps') }} as reps
        on territories.crm_user_id = reps.crm_user_id
    where territories.territory_id is not null
),

shared as (
    select
        quarters.fiscal_quarter,
        quarters.quarter_starts_on,
        quarters.quarter_ends_on,
        periods.crm_user_id,
        periods.territory_id,
        periods.role,
        {{ overlap_days('quarters.quarter_starts_on', 'least(quarters.quarter_ends_on, ' ~ as_of() ~ ')', 'periods.valid_from', 'periods.valid_to') }} as days_covered,
        {{ date_diff_days('quarters.quarter_starts_on', 'least(quarters.quarter_ends_on, ' ~ as_of() ~ ')') }} + 1 as days_past
    from quarters
    inner join periods
        on periods.valid_from <= least(quarters.quarter_ends_on, {{ as_of() }})
        and periods.valid_to >= quarters.quarter_starts_on
)

select
    fiscal_quarter,
    quarter_starts_on,
    territory_id,
    crm_user_id,
    role,
    max(days_past) as days_past,
    sum(days_covered) as days_covered,
    {{ safe_divide('sum(days_covered)', 'max(days_past)', 4) }} as coverage
from shared
where days_covered > 0
group by fiscal_quarter, quarter_starts_on, territory_id, crm_user_id, role
