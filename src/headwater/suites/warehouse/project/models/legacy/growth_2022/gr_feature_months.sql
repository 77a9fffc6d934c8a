{{ config(materialized='table') }}

-- how many customers used each kind of event in a month, and how deep. one block for each event, in the order of growth_events().
with months as (

    select * from {{ ref('tmp_usage_months') }}

),

accounts as (

    select cust_id
    from {{ ref('base_accounts') }}
    where account_kind = 'customer'

),

customers as (

    select
        months.cust_id,
        months.month_dt as month,
        sum(months.actions) as actions,
        sum(months.messages) as messages,
        sum(months.runbooks) as runbooks,
        sum(months.board_updates) as boards,
        sum(months.files) as files,
        sum(months.calls) as calls,
        sum(months.searches) as searches
    from months
    inner join accounts on months.cust_id = accounts.cust_id
    group by months.cust_id, months.month_dt

),

unioned as (
    {% for event, column in growth_events().items() %}
    select
        month,
        '{{ event }}' as event_name,
        count(*) as customers,
        sum(case when {{ column }} > 0 then 1 else 0 end) as using_customers,
        sum({{ column }}) as uses,
        sum(actions) as all_actions,
        max({{ column }}) as most_by_one_customer
    from customers
    group by month
    {% if not loop.last %}union all{% endif %}
    {% endfor %}
),

final as (

    select
        month,
        event_name,
        customers,
        using_customers,
        uses,
        all_actions,
        most_by_one_customer,
        {{ growth_share('using_customers', 'customers') }} as penetration,
        {{ growth_share('uses', 'all_actions') }} as share_of_actions,
        {{ safe_divide('uses', 'using_customers', 2) }} as uses_per_customer
    from unioned

)

select * from final
