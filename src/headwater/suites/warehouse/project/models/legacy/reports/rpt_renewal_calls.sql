-- Who to call before what ends, in order. One line a contract, from the old list, with what finance and support say of the customer.
with contracts as (

    select * from {{ ref('v_renewal_list') }}

),

customers as (

    select
        account_id,
        credit_rating,
        open_over_limit,
        support_minutes_12m,
        support_rank,
        arr_band
    from (
        select
            account_id,
            credit_rating,
            is_over_limit as open_over_limit,
            support_minutes_12m,
            support_rank,
            arr_band
        from {{ ref('dim_customers_legacy') }}
    ) as known

),

history as (

    select
        account_id,
        count(*) as months_known,
        sum(case when mrr_move = 'down' then 1 else 0 end) as times_down,
        sum(case when mrr_move = 'up' then 1 else 0 end) as times_up,
        sum(case when mrr_move = 'back' then 1 else 0 end) as times_back,
        sum(case when month_state = 'quiet' then 1 else 0 end) as quiet_months,
        max(mrr_usd) as peak_mrr_usd
    from {{ ref('fct_customer_months_legacy') }}
    group by account_id

),

scored as (

    select
        contracts.*,
        coalesce(customers.credit_rating, 'no invoice') as credit_rating,
        coalesce(customers.open_over_limit, false) as is_over_limit,
        coalesce(customers.support_minutes_12m, 0) as support_minutes_12m,
        customers.arr_band,
        coalesce(history.times_down, 0) as times_down,
        coalesce(history.times_up, 0) as times_up,
        coalesce(history.times_back, 0) as times_back,
        coalesce(history.quiet_months, 0) as quiet_months,
        coalesce(history.peak_mrr_usd, 0) as peak_mrr_usd,
        case contracts.call_note
            when 'leaving' then 50
            when 'nobody uses it' then 40
            when 'unhappy' then 30
            when 'too many seats' then 20
            else 0
        end
        + case when contracts.days_left <= 30 then 20 when contracts.days_left <= 90 then 10 else 0 end
        + case when coalesce(history.times_down, 0) > coalesce(history.times_up, 0) then 10 else 0 end
        + case when contracts.year_value_usd >= 25000 then 15 when contracts.year_value_usd >= 5000 then 5 else 0 end as score
    from contracts
    left join customers on contracts.cust_id = customers.account_id
    left join history on contracts.cust_id = history.account_id

)

select
    row_number() over (order by score desc, year_value_usd desc, contract_id) as call_order,
    contract_id,
    contract_kind,
    cust_id as account_id,
    cust_name as account_name,
    region,
    ends_dt as ends_on,
    ends_month,
    days_left,
    seats,
    year_value_usd,
    arr_band,
    call_note,
    score,
    people_last_month,
    tickets_90_days,
    bad_marks_90_days,
    credit_rating,
    is_over_limit,
    support_minutes_12m,
    times_down,
    times_up,
    times_back,
    quiet_months,
    peak_mrr_usd
from scored
