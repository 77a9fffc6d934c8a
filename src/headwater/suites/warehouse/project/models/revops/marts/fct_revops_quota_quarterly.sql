-- Quota and bookings of people by quarter under both rules, with the year to date and the quarters before. One row for each person
-- and quarter in which they owed or booked something.
with reps as (
    select * from {{ ref('int_revops_rep_quarters') }}
),

compared as (
    select
        reps.*,
        {{ safe_divide('booked_acv_usd', 'quota_usd', 4) }} as attainment,
        {{ safe_divide('booked_acv_usd', 'ramped_quota_usd', 4) }} as ramped_attainment,
        {{ safe_divide('booked_ytd_usd', 'quota_ytd_usd', 4) }} as attainment_ytd,
        -- a running quarter is measured against the part of it that is over
        {{ safe_divide('booked_acv_usd', 'quota_usd * share_past', 4) }} as paced_attainment
    from reps
),

histories as (
    select
        compared.crm_user_id,
        compared.quarter_number,
        earlier.attainment as attainment_before,
        earlier.booked_acv_usd as booked_before_usd,
        year_ago.attainment as attainment_a_year_ago,
        year_ago.booked_acv_usd as booked_a_year_ago_usd
    from compared
    left join compared as earlier
        on compared.crm_user_id = earlier.crm_user_id
        and compared.quarter_number = earlier.quarter_number + 1
    left join compared as year_ago
        on compared.crm_user_id = year_ago.crm_user_id
        and compared.quarter_number = year_ago.quarter_number + 4
)

select
    {{ surrogate_key(['compared.crm_user_id', 'compared.fiscal_quarter']) }} as quota_quarter_id,
    compared.crm_user_id,
    compared.rep_name,
    compared.role,
    compared.manager_crm_user_id,
    compared.territory_id,
    coalesce(compared.sales_region, 'Unassigned') as sales_region,
    coalesce(compared.segment, 'Unassigned') as segment,
    compared.fiscal_year,
    compared.fiscal_quarter,
    compared.quarter_starts_on,
    compared.is_over,
    compared.tenure_days_at_middle,
    compared.full_quota_usd,
    compared.quota_usd,
    compared.ramp_share,
    compared.ramped_quota_usd,
    compared.booked_acv_usd,
    compared.deals,
    compared.attainment,
    compared.ramped_attainment,
    compared.paced_attainment,
    compared.booked_ytd_usd,
    compared.quota_ytd_usd,
    compared.attainment_ytd,
    histories.attainment_before,
    histories.booked_before_usd,
    histories.attainment_a_year_ago,
    histories.booked_a_year_ago_usd,
    case when compared.is_over then {{ attainment_band('compared.attainment') }} else 'running' end as band,
    {{ light('compared.paced_attainment', 1, 0.7) }} as pace_light,
    case
        when compared.quota_usd = 0 and compared.booked_acv_usd > 0 then 'booked without a quota'
        when compared.quota_usd = 0 then 'no quota'
        when compared.left_on is not null and compared.left_on <= compared.quarter_ends_on then 'left in the quarter'
        when compared.ramp_share < 1 then 'ramping'
        when compared.attainment < 0.5 and histories.attainment_before < 0.5 then 'below half twice'
        when compared.attainment >= 1 and histories.attainment_before >= 1 then 'on target twice'
        else 'in range'
    end as situation
from compared
inner join histories
    on compared.crm_user_id = histories.crm_user_id
    and compared.quarter_number = histories.quarter_number
