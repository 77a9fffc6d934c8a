-- From the customers of the first version to those of the second and to the paying accounts of the new layer, by month. Investor relations
-- needs it whenever the number of customers of 2021 is quoted.
with compared as (

    select * from {{ ref('fct_customer_versions_monthly') }}

),

new_layer as (

    select
        month_start as month,
        count(distinct account_id) as paying_accounts
    from {{ ref('fct_account_mrr_monthly') }}
    group by month_start

),

shown as (

    select
        month,
        customers as shown_customers,
        customers_trial as shown_trials
    from {{ ref('rpt_page_monthly') }}

),

summed as (

    select
        month,
        sum(case when is_in_v1 then 1 else 0 end) as customers_v1,
        sum(case when is_in_v2 then 1 else 0 end) as customers_v2,
        sum(case when reason = 'trial' then 1 else 0 end) as less_trials,
        sum(case when reason = 'demo account' then 1 else 0 end) as less_demo_accounts,
        sum(case when reason = 'found by the second rule' then 1 else 0 end) as plus_found,
        sum(case when reason = 'licence found later' then 1 else 0 end) as plus_licences,
        sum(case when reason = 'other' and is_in_v1 then 1 else 0 end) as less_other,
        sum(case when reason = 'other' and is_in_v2 then 1 else 0 end) as plus_other,
        sum(case when reason = 'another kind' then 1 else 0 end) as of_another_kind,
        sum(case when is_in_v2 and not is_in_new_layer then 1 else 0 end) as without_recurring_revenue,
        sum(seats_v1) as seats_v1,
        sum(seats_v2) as seats_v2
    from compared
    group by month

)

select
    summed.month,
    summed.customers_v1,
    summed.less_trials,
    summed.less_demo_accounts,
    summed.less_other,
    summed.plus_found,
    summed.plus_licences,
    summed.plus_other,
    summed.customers_v2,
    summed.of_another_kind,
    summed.without_recurring_revenue,
    coalesce(new_layer.paying_accounts, 0) as paying_accounts,
    coalesce(new_layer.paying_accounts, 0) - summed.customers_v2 + summed.without_recurring_revenue as only_in_new_layer,
    summed.seats_v1,
    summed.seats_v2,
    shown.shown_customers,
    shown.shown_trials,
    {{ growth_rate('summed.customers_v1', 'summed.customers_v2') }} as v1_above_v2
from summed
left join new_layer on summed.month = new_layer.month
left join shown on summed.month = shown.month
