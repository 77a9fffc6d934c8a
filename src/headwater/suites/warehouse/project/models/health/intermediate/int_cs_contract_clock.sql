-- The next date on which a customer can leave, seen from each month's beginning: terms that were due later, whatever came of
-- them. Monthly subscriptions can leave any day and have no clock.
with past_terms as (
    select account_id, term_id, due_on, annual_value_usd, outcome
    from {{ ref('fct_renewals') }}
    where account_id is not null
),

running_licenses as (
    select account_id, license_term_id as term_id, due_on, annual_value_usd, 'running' as outcome
    from {{ ref('int_license_terms') }}
    where account_id is not null
        and due_on > {{ as_of() }}
),

running_subscriptions as (
    select
        subscriptions.account_id,
        terms.subscription_term_id as term_id,
        terms.due_on,
        terms.annual_value_usd,
        'running' as outcome
    from {{ ref('int_subscription_terms') }} as terms
    inner join {{ ref('dim_subscriptions') }} as subscriptions
        on terms.subscription_id = subscriptions.subscription_id
    where subscriptions.account_id is not null
        and terms.due_on > {{ as_of() }}
),

terms as (
    select * from past_terms
    union all
    select * from running_licenses
    union all
    select * from running_subscriptions
),

ahead as (
    select
        months.account_id,
        months.month_start,
        terms.term_id,
        terms.due_on,
        terms.annual_value_usd,
        row_number() over (
            partition by months.account_id, months.month_start
            order by terms.due_on, terms.annual_value_usd desc, terms.term_id
        ) as term_rank
    from {{ ref('int_cs_account_months') }} as months
    inner join terms
        on months.account_id = terms.account_id
        and terms.due_on >= months.month_start
        and terms.due_on < {{ cs_months_before('months.month_start', -12) }}
)

select
    account_id,
    month_start,
    term_id as next_term_id,
    due_on as next_due_on,
    annual_value_usd as next_annual_value_usd,
    {{ date_diff_days('month_start', 'due_on') }} as days_to_due
from ahead
where term_rank = 1
