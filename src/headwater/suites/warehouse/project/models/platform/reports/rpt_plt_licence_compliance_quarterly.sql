-- licences by status in the last month of each fiscal quarter in which they were used, strict vs lenient
with c as (
    select *, {{ fiscal_quarter('month_start') }} as fq
    from {{ ref('fct_plt_licence_compliance_monthly') }}
    where is_paid
), l as (
    select *
    from (select c.*, row_number() over (partition by license_id, fq order by month_start desc) rn from c) x
    where rn = 1
)
select
    fq as fiscal_quarter,
    sku,
    count(*) as licences,
    sum(seats) as seats,
    sum(mau) as mau,
    {{ count_where("strict_status = 'ok'") }} as strict_ok,
    {{ count_where("strict_status = 'over_seats'") }} as strict_over,
    {{ count_where("strict_status = 'expired'") }} as strict_expired,
    {{ count_where("strict_status = 'wrong_edition'") }} as strict_wrong_edition,
    {{ count_where("lenient_status = 'ok'") }} as lenient_ok,
    {{ count_where("lenient_status = 'over_seats'") }} as lenient_over,
    {{ count_where("lenient_status = 'expired'") }} as lenient_expired,
    {{ count_where("strict_status not in ('ok', 'unknown') and lenient_status = 'ok'") }} as argued,
    sum(over_strict) as users_over_strict,
    sum(over_lenient) as users_over_lenient,
    {{ plt_pct(count_where("strict_status = 'ok'"), 'count(*)') }} as strict_ok_pct,
    {{ plt_pct(count_where("lenient_status = 'ok'"), 'count(*)') }} as lenient_ok_pct
from l
group by fq, sku
