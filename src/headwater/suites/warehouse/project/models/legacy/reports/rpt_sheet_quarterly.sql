-- The old profit and loss sheet by calendar quarter, its eleven lines as columns, as two investors' models still import it. Hosting by
-- region is added at the end. The ledger by fiscal month is in rpt_profit_and_loss_quarterly.
with lines as (

    select
        calendar_quarter,
        min(month) as first_month,
        sheet_line,
        sum(amount_usd) as amount_usd,
        sum(effect_usd) as effect_usd,
        max(case when taken_from = 'billing' then 1 else 0 end) as is_from_billing
    from {{ ref('fin_sheet_v1') }}
    group by calendar_quarter, sheet_line

),

pivoted as (

    select
        calendar_quarter,
        min(first_month) as first_month,
        max(is_from_billing) = 1 as has_billing_lines,
        {{ sum_where("sheet_line = '1 cloud'", 'amount_usd') }} as cloud_usd,
        {{ sum_where("sheet_line = '2 server'", 'amount_usd') }} as server_usd,
        {{ sum_where("sheet_line = '3 one-off work'", 'amount_usd') }} as one_off_usd,
        {{ sum_where("sheet_line = '4 given back'", 'amount_usd') }} as given_back_usd,
        {{ sum_where("sheet_line = '5 hosting'", 'amount_usd') }} as hosting_usd,
        {{ sum_where("sheet_line = '6 fees'", 'amount_usd') }} as fees_usd,
        {{ sum_where("sheet_line = '7 support'", 'amount_usd') }} as support_usd,
        {{ sum_where("sheet_line = '8 development'", 'amount_usd') }} as development_usd,
        {{ sum_where("sheet_line = '9 sales and marketing'", 'amount_usd') }} as sales_and_marketing_usd,
        {{ sum_where("sheet_line = '10 administration'", 'amount_usd') }} as administration_usd,
        {{ sum_where("sheet_line = '11 exchange'", 'amount_usd') }} as exchange_usd,
        sum(effect_usd) as result_usd
    from lines
    group by calendar_quarter

),

hosting as (

    select
        calendar_quarter,
        sum(case when region like 'us-%' then paid_usd else 0 end) as hosting_us_usd,
        sum(case when region = 'eu-central' then paid_usd else 0 end) as hosting_eu_usd,
        sum(case when region = 'ap-south' then paid_usd else 0 end) as hosting_ap_usd,
        sum(credit_usd) as hosting_credits_usd
    from {{ ref('fin_hosting_month') }}
    group by calendar_quarter

)

select
    pivoted.calendar_quarter,
    pivoted.first_month,
    pivoted.has_billing_lines,
    pivoted.cloud_usd,
    pivoted.server_usd,
    pivoted.one_off_usd,
    pivoted.given_back_usd,
    pivoted.cloud_usd + pivoted.server_usd + pivoted.one_off_usd - pivoted.given_back_usd as revenue_usd,
    pivoted.hosting_usd,
    pivoted.fees_usd,
    pivoted.support_usd,
    pivoted.hosting_usd + pivoted.fees_usd + pivoted.support_usd as cost_of_revenue_usd,
    {{ safe_divide('pivoted.cloud_usd + pivoted.server_usd + pivoted.one_off_usd - pivoted.given_back_usd - pivoted.hosting_usd - pivoted.fees_usd - pivoted.support_usd', 'pivoted.cloud_usd + pivoted.server_usd + pivoted.one_off_usd - pivoted.given_back_usd', 4) }} as gross_margin,
    pivoted.development_usd,
    pivoted.sales_and_marketing_usd,
    pivoted.administration_usd,
    pivoted.exchange_usd,
    pivoted.result_usd,
    coalesce(hosting.hosting_us_usd, 0) as hosting_us_usd,
    coalesce(hosting.hosting_eu_usd, 0) as hosting_eu_usd,
    coalesce(hosting.hosting_ap_usd, 0) as hosting_ap_usd,
    coalesce(hosting.hosting_credits_usd, 0) as hosting_credits_usd
from pivoted
left join hosting on pivoted.calendar_quarter = hosting.calendar_quarter
