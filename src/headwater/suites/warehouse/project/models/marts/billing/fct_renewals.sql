-- Terms that came to their end, of licences and of yearly subscriptions, and what came of them. Terms that end after the
-- clock are not here yet.
with licenses as (
    select
        license_term_id as term_id,
        'license' as term_type,
        account_id,
        sku as plan,
        starts_on,
        due_on,
        seats,
        annual_value_usd,
        was_revoked as was_ended,
        next_issued_on as sold_on,
        next_starts_on,
        next_seats,
        next_annual_value_usd
    from {{ ref('int_license_terms') }}
),

subscriptions as (
    select
        terms.subscription_term_id as term_id,
        'subscription' as term_type,
        dim_subscriptions.account_id,
        terms.plan_code as plan,
        terms.starts_on,
        terms.due_on,
        terms.seats,
        terms.annual_value_usd,
        terms.canceled_on is not null as was_ended,
        -- a subscription that was canceled and came back is a new one
        case when terms.canceled_on is null then terms.next_starts_on end as sold_on,
        terms.next_starts_on,
        terms.next_seats,
        terms.next_annual_value_usd
    from {{ ref('int_subscription_terms') }} as terms
    inner join {{ ref('dim_subscriptions') }} as dim_subscriptions
        on terms.subscription_id = dim_subscriptions.subscription_id
),

unioned as (
    select * from licenses
    union all
    select * from subscriptions
),

judged as (
    select
        *,
        {{ renewal_outcome('due_on', 'sold_on', 'was_ended') }} as outcome
    from unioned
    where due_on <= {{ as_of() }}
)

select
    term_id,
    term_type,
    account_id,
    plan,
    starts_on,
    due_on,
    {{ month_start('due_on') }} as due_month,
    {{ fiscal_quarter('due_on') }} as due_fiscal_quarter,
    seats,
    annual_value_usd,
    outcome,
    {{ is_renewed_outcome('outcome') }} as is_renewed,
    case when {{ is_renewed_outcome('outcome') }} then sold_on end as renewed_on,
    case when {{ is_renewed_outcome('outcome') }} then next_seats end as renewed_seats,
    {{ money("case when " ~ is_renewed_outcome('outcome') ~ " then coalesce(next_annual_value_usd, 0) else 0 end") }} as renewed_value_usd,
    -- gross: what a renewal keeps, without what it adds
    {{ money("case when " ~ is_renewed_outcome('outcome') ~ " then least(coalesce(next_annual_value_usd, 0), annual_value_usd) else 0 end") }} as kept_value_usd
from judged
