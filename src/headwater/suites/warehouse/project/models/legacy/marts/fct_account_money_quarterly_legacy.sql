-- Finance's quarters of a customer, each next to the one before and the one a year ago. Calendar quarters. The covenant report and the
-- watch list read it; nobody else should (FIN-244).
with quarters as (

    select * from {{ ref('fin_customer_quarter') }}

),

numbered as (

    select
        quarters.*,
        {{ keel_quarter_number('first_month') }} as quarter_no
    from quarters

),

compared as (

    select
        this_one.account_id,
        this_one.calendar_quarter,
        this_one.first_month,
        this_one.quarter_no,
        this_one.invoices,
        this_one.invoiced_gross_usd,
        this_one.invoiced_net_usd,
        this_one.late_invoices,
        this_one.written_off_usd,
        this_one.earned_usd,
        this_one.paid_usd,
        this_one.given_back_usd,
        this_one.open_usd,
        this_one.oldest_days,
        this_one.mrr_usd,
        coalesce(before.paid_usd, 0) as paid_before_usd,
        coalesce(before.open_usd, 0) as open_before_usd,
        coalesce(before.mrr_usd, 0) as mrr_before_usd,
        coalesce(year_ago.paid_usd, 0) as paid_year_ago_usd,
        coalesce(year_ago.earned_usd, 0) as earned_year_ago_usd,
        coalesce(year_ago.mrr_usd, 0) as mrr_year_ago_usd
    from numbered as this_one
    left join numbered as before
        on this_one.account_id = before.account_id
        and this_one.quarter_no = before.quarter_no + 1
    left join numbered as year_ago
        on this_one.account_id = year_ago.account_id
        and this_one.quarter_no = year_ago.quarter_no + 4

),

totals as (

    select
        calendar_quarter,
        sum(paid_usd) as all_paid_usd,
        sum(mrr_usd) as all_mrr_usd
    from numbered
    group by calendar_quarter

)

select
    compared.account_id,
    compared.calendar_quarter,
    compared.first_month,
    coalesce(accounts.region, 'Unassigned') as region,
    coalesce(accounts.size_class, 'small') as size_class,
    compared.invoices,
    compared.invoiced_gross_usd,
    compared.invoiced_net_usd,
    compared.invoiced_gross_usd - compared.invoiced_net_usd as invoiced_vat_usd,
    compared.late_invoices,
    compared.written_off_usd,
    compared.earned_usd,
    compared.paid_usd,
    compared.given_back_usd,
    compared.open_usd,
    compared.oldest_days,
    compared.mrr_usd,
    compared.paid_before_usd,
    compared.open_before_usd,
    compared.mrr_before_usd,
    compared.paid_year_ago_usd,
    compared.earned_year_ago_usd,
    compared.mrr_year_ago_usd,
    {{ safe_divide('compared.paid_usd', 'totals.all_paid_usd') }} as share_of_paid,
    {{ safe_divide('compared.mrr_usd', 'totals.all_mrr_usd') }} as share_of_mrr,
    row_number() over (partition by compared.calendar_quarter order by compared.paid_usd desc, compared.account_id) as paid_rank,
    case
        when compared.written_off_usd > 0 then 'written off'
        when compared.open_usd > 0 and compared.oldest_days > 60 then 'collect'
        when compared.open_usd > compared.open_before_usd and compared.paid_usd < compared.paid_before_usd then 'watch'
        when compared.mrr_usd = 0 and compared.mrr_before_usd > 0 then 'gone'
        else 'fine'
    end as attention
from compared
inner join totals on compared.calendar_quarter = totals.calendar_quarter
left join {{ ref('base_accounts') }} as accounts on compared.account_id = accounts.cust_id
