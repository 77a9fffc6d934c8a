-- People under licences here and in billing's licence usage. Billing counts a key that was issued again under each of its
-- licences, ops under the last one, so ours is at most theirs; days carried over the turn of a month make 3 % of noise.
with a as (
    select month_start, sum(mau) as mau
    from {{ ref('fct_plt_licence_compliance_monthly') }}
    group by month_start
), b as (
    select month_start, sum(peak_monthly_active_users) as mau
    from {{ ref('fct_license_usage_monthly') }}
    group by month_start
)
select month_start, a.mau, b.mau as billings
from a
left join b using (month_start)
where month_start >= date '2022-01-01' and (b.mau is null or a.mau > 1.03 * b.mau or a.mau < 0.5 * b.mau)
