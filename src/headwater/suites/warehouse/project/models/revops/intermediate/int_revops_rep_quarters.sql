-- Everybody who owed or booked something in a quarter, with what they owe by finance's rules (pro rata by days) and by ours
-- (ramped besides). The ramp is by tenure at the quarter's middle: sellers argued about first and last days for a year.
with quarters as (
    select * from {{ ref('int_revops_quarters') }}
),

attainment as (
    select * from {{ ref('fct_quota_attainment') }}
),

reps as (
    select * from {{ ref('dim_sales_reps') }}
),

joined as (
    select
        attainment.crm_user_id,
        attainment.fiscal_quarter,
        quarters.fiscal_year,
        quarters.quarter_number,
        quarters.quarter_starts_on,
        quarters.quarter_ends_on,
        quarters.is_over,
        quarters.share_past,
        reps.rep_name,
        reps.role,
        reps.manager_crm_user_id,
        reps.territory_id,
        reps.sales_region,
        reps.segment,
        reps.hired_on,
        reps.left_on,
        attainment.full_quota_usd,
        attainment.quota_usd,
        attainment.booked_acv_usd,
        attainment.deals,
        {{ date_diff_days('reps.hired_on', to_date(date_add_days('quarters.quarter_starts_on', 45))) }} as tenure_days_at_middle
    from attainment
    inner join quarters
        on attainment.fiscal_quarter = quarters.fiscal_quarter
    left join reps
        on attainment.crm_user_id = reps.crm_user_id
)

select
    *,
    case
        -- the ramp was decided in May 2022 and not applied to quarters that were already signed
        when quarter_starts_on < cast('2022-05-01' as date) then cast(1 as decimal(9, 4))
        when role <> 'AE' then cast(1 as decimal(9, 4))
        else {{ ramp_share('coalesce(tenure_days_at_middle, 999)') }}
    end as ramp_share,
    {{ money("quota_usd * case when quarter_starts_on < cast('2022-05-01' as date) or role <> 'AE' then 1 else " ~ ramp_share('coalesce(tenure_days_at_middle, 999)') ~ " end") }} as ramped_quota_usd,
    sum(booked_acv_usd) over (
        partition by crm_user_id, fiscal_year order by quarter_starts_on rows between unbounded preceding and current row
    ) as booked_ytd_usd,
    sum(quota_usd) over (
        partition by crm_user_id, fiscal_year order by quarter_starts_on rows between unbounded preceding and current row
    ) as quota_ytd_usd
from joined
