-- Customers whom finance talks about on the first Tuesday: over their limit, late, or paying less than before. One line a customer, the
-- urgent ones first.
with limits as (

    select * from {{ ref('fin_credit_limits') }}

),

customers as (

    select * from {{ ref('dim_customers_legacy') }}

),

last_quarters as (

    select
        *,
        row_number() over (partition by account_id order by first_month desc) as quarters_back
    from {{ ref('fct_account_money_quarterly_legacy') }}

),

latest as (

    select * from last_quarters
    where quarters_back = 1

),

open_invoices as (

    select
        account_id,
        count(*) as open_invoices,
        sum(case when settlement_state = 'in dunning' then 1 else 0 end) as in_dunning,
        sum(failed_tries) as failed_tries,
        min(due_on) as oldest_due_on
    from {{ ref('fin_invoice_list') }}
    where open_amount > 0
    group by account_id

),

listed as (

    select
        limits.account_id,
        customers.account_name,
        customers.region,
        customers.size_class,
        customers.state,
        limits.rating,
        limits.limit_usd,
        limits.open_usd,
        limits.open_usd - limits.limit_usd as over_limit_usd,
        limits.oldest_days,
        limits.written_off_usd,
        latest.calendar_quarter as last_quarter,
        latest.paid_usd as paid_last_quarter_usd,
        latest.paid_before_usd,
        latest.mrr_usd,
        latest.attention,
        coalesce(open_invoices.open_invoices, 0) as open_invoices,
        coalesce(open_invoices.in_dunning, 0) as invoices_in_dunning,
        coalesce(open_invoices.failed_tries, 0) as failed_tries,
        open_invoices.oldest_due_on,
        customers.support_minutes_12m,
        case
            when limits.is_over_limit and limits.oldest_days > 60 then 1
            when limits.written_off_usd > 0 and limits.open_usd > 0 then 2
            when limits.is_over_limit then 3
            when latest.attention = 'collect' then 4
            when coalesce(open_invoices.in_dunning, 0) > 0 then 5
            when latest.attention = 'watch' then 6
        end as urgency
    from limits
    inner join customers on limits.account_id = customers.account_id
    left join latest on limits.account_id = latest.account_id
    left join open_invoices on limits.account_id = open_invoices.account_id

)

select
    row_number() over (order by urgency, open_usd desc, account_id) as line,
    listed.*,
    case urgency
        when 1 then 'stop deliveries'
        when 2 then 'prepayment only'
        when 3 then 'call'
        when 4 then 'call'
        when 5 then 'wait for the next try'
        else 'watch'
    end as action
from listed
where urgency is not null
