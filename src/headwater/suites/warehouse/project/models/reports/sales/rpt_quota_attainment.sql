-- Attainment of sellers with a quota, with their rank in the quarter.
select
    attainment_id,
    fiscal_quarter,
    fiscal_quarter_start,
    crm_user_id,
    rep_name,
    role,
    territory_id,
    quota_usd,
    booked_acv_usd,
    attainment,
    attainment_band,
    days_employed < days_in_quarter as is_part_quarter,
    row_number() over (
        partition by fiscal_quarter
        order by attainment desc nulls last, booked_acv_usd desc, crm_user_id
    ) as rank_in_quarter
from {{ ref('fct_quota_attainment') }}
where quota_usd > 0
