with quarters as (
    select fiscal_quarter, min(date_day) as starts_on, max(date_day) as ends_on
    from {{ ref('dim_dates') }}
    group by fiscal_quarter
),

letters as (
    select
        quotas.fiscal_quarter,
        sum(quotas.quota_usd) as most_usd,
        sum(
            case
                when coalesce(users.hired_on, quarters.starts_on) <= quarters.starts_on
                    and coalesce(users.left_on, quarters.ends_on) >= quarters.ends_on
                    then quotas.quota_usd
                else 0
            end
        ) as least_usd
    from {{ ref('stg_crm__quotas') }} as quotas
    inner join quarters on quotas.fiscal_quarter = quarters.fiscal_quarter
    inner join {{ ref('stg_crm__users') }} as users on quotas.crm_user_id = users.crm_user_id
    group by quotas.fiscal_quarter
)

select leadership.fiscal_quarter, leadership.quota_usd, letters.least_usd, letters.most_usd
from {{ ref('rpt_sales_leadership') }} as leadership
inner join letters on leadership.fiscal_quarter = letters.fiscal_quarter
where leadership.quota_usd > letters.most_usd + 0.01
    or leadership.quota_usd < letters.least_usd - 0.01
