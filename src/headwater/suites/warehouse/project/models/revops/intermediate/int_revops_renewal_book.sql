-- Every term of a paid contract that has been due or will be: licences and yearly subscriptions, decided or not. fct_renewals stops
-- at the clock; the book goes on to the last term that is running.
with decided as (
    select
        term_id,
        term_type,
        account_id,
        plan,
        starts_on,
        due_on,
        seats,
        annual_value_usd,
        outcome,
        is_renewed,
        renewed_on,
        renewed_value_usd,
        kept_value_usd
    from {{ ref('fct_renewals') }}
),

running_licenses as (
    select
        license_term_id as term_id,
        'license' as term_type,
        account_id,
        sku as plan,
        starts_on,
        due_on,
        seats,
        annual_value_usd,
        -- some renew long before the term ends
        case when next_issued_on is not null then 'early' when was_revoked then 'lost' else 'open' end as outcome,
        next_issued_on is not null as is_renewed,
        next_issued_on as renewed_on,
        {{ money('coalesce(next_annual_value_usd, 0)') }} as renewed_value_usd,
        {{ money('least(coalesce(next_annual_value_usd, 0), annual_value_usd)') }} as kept_value_usd
    from {{ ref('int_license_terms') }}
    where due_on > {{ as_of() }}
),

running_subscriptions as (
    select
        terms.subscription_term_id as term_id,
        'subscription' as term_type,
        subscriptions.account_id,
        terms.plan_code as plan,
        terms.starts_on,
        terms.due_on,
        terms.seats,
        terms.annual_value_usd,
        case when terms.canceled_on is not null then 'lost' when terms.next_starts_on is not null then 'early' else 'open' end as outcome,
        terms.canceled_on is null and terms.next_starts_on is not null as is_renewed,
        case when terms.canceled_on is null then terms.next_starts_on end as renewed_on,
        {{ money('case when terms.canceled_on is null then coalesce(terms.next_annual_value_usd, 0) else 0 end') }} as renewed_value_usd,
        {{ money('case when terms.canceled_on is null then least(coalesce(terms.next_annual_value_usd, 0), terms.annual_value_usd) else 0 end') }} as kept_value_usd
    from {{ ref('int_subscription_terms') }} as terms
    inner join {{ ref('dim_subscriptions') }} as subscriptions
        on terms.subscription_id = subscriptions.subscription_id
    where terms.due_on > {{ as_of() }}
),

unioned as (
    select * from decided
    union all
    select * from running_licenses
    union all
    select * from running_subscriptions
)

select
    unioned.*,
    {{ date_diff_days(as_of(), 'unioned.due_on') }} as days_to_due,
    {{ month_start('unioned.due_on') }} as due_month,
    {{ fiscal_quarter('unioned.due_on') }} as due_fiscal_quarter,
    coalesce(accounts.segment, 'Unknown') as segment,
    coalesce(accounts.region, 'Unassigned') as region,
    coalesce(accounts.is_reportable, false) as is_reportable,
    unioned.due_on > {{ as_of() }} as is_running
from unioned
left join {{ ref('dim_accounts') }} as accounts
    on unioned.account_id = accounts.account_id
