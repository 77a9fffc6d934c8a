select attainment.crm_user_id, attainment.fiscal_quarter, attainment.quota_usd, attainment.full_quota_usd
from {{ ref('fct_quota_attainment') }} as attainment
inner join {{ ref('dim_sales_reps') }} as reps
    on attainment.crm_user_id = reps.crm_user_id
inner join (
    select fiscal_quarter, min(date_day) as starts_on, max(date_day) as ends_on
    from {{ ref('dim_dates') }}
    group by fiscal_quarter
) as quarters on attainment.fiscal_quarter = quarters.fiscal_quarter
where (
    (reps.left_on < quarters.starts_on or reps.hired_on > quarters.ends_on)
    and attainment.quota_usd > 0
)
    or (
        (reps.left_on < quarters.ends_on or reps.hired_on > quarters.starts_on)
        and attainment.full_quota_usd > 0
        and attainment.quota_usd >= attainment.full_quota_usd
    )
    or (
        reps.hired_on <= quarters.starts_on
        and (reps.left_on is null or reps.left_on >= quarters.ends_on)
        and attainment.quota_usd <> attainment.full_quota_usd
    )
