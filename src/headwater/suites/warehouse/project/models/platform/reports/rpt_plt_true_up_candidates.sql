-- Licences that were over their seats in two of the last three months, lenient reading: candidates for a true-up call.
with c as (
    select * from {{ ref('fct_plt_licence_compliance_monthly') }}
    where is_paid and month_start > {{ date_add_months(month_start(as_of()), -3) }}
), x as (
    select
        license_id,
        min(account_id) as account_id,
        min(sku) as sku,
        max(seats) as seats,
        max(expires_on) as expires_on,
        max(mau) as mau_peak,
        count(*) as months,
        {{ count_where('over_lenient > 0') }} as months_over,
        max(over_strict) as most_over,
        max(month_start) as last_month
    from c
    group by license_id
), p as (
    select plan_code, sku, monthly_list_price_usd, yearly_list_price_usd from {{ ref('dim_plans') }}
    where sku is not null
)
select
    x.license_id,
    x.account_id,
    d.account_name,
    d.segment,
    x.sku,
    x.seats,
    x.mau_peak,
    x.months_over,
    x.months,
    x.most_over,
    x.expires_on,
    greatest({{ date_diff_days(as_of(), 'x.expires_on') }}, 0) as days_left,
    {{ plt_pct('x.mau_peak', 'x.seats') }} as use_pct,
    {{ money('coalesce(p.yearly_list_price_usd, 0) * x.most_over') }} as list_value_usd,
    c.util_band as capacity_band
from x
join {{ ref('dim_accounts') }} d on x.account_id = d.account_id
left join p on x.sku = p.sku
left join {{ ref('fct_plt_capacity_monthly') }} c on x.account_id = c.account_id and x.last_month = c.month_start
where x.months_over >= 2
