-- The renewal book with owner, risk and forecast. `forecast_value_usd` is the value of an open term times the weight of its stage,
-- cut by its risk; of a decided term it is what came of it.
with book as (
    select * from {{ ref('int_revops_renewal_book') }}
    where is_reportable
),

signals as (
    select * from {{ ref('int_revops_renewal_signals') }}
),

stages as (
    select * from {{ ref('renewal_stages') }}
),

owners as (
    -- who looked after the account last: the owner of its newest renewal deal, else of its newest deal of any kind
    select
        account_id,
        crm_user_id,
        row_number() over (
            partition by account_id
            order by case when type = 'Renewal' then 0 else 1 end, created_on desc, opportunity_id
        ) as owner_number
    from {{ ref('fct_opportunities') }}
    where account_id is not null
        and crm_user_id is not null
),

deals as (
    select
        account_id,
        count(*) as open_renewal_deals,
        sum(amount_usd) as open_renewal_deals_usd,
        max(close_date) as expected_on
    from {{ ref('fct_opportunities') }}
    where type = 'Renewal'
        and not is_closed
        and account_id is not null
    group by account_id
),

joined as (
    select
        book.*,
        owners.crm_user_id as owner_crm_user_id,
        signals.health_score,
        signals.health_band,
        signals.score_change_3_months,
        signals.seat_use,
        coalesce(signals.overdue_usd, 0) as overdue_usd,
        coalesce(signals.dunning_episodes, 0) as dunning_episodes,
        coalesce(signals.risk, 'unknown') as risk,
        stages.stage_code,
        stages.weight,
        coalesce(deals.open_renewal_deals, 0) as open_renewal_deals,
        deals.expected_on
    from book
    left join signals
        on book.term_id = signals.term_id
    left join stages
        on book.days_to_due between stages.days_before_from and stages.days_before_to
    left join owners
        on book.account_id = owners.account_id
        and owners.owner_number = 1
    left join deals
        on book.account_id = deals.account_id
)

select
    term_id,
    term_type,
    account_id,
    segment,
    region,
    plan,
    starts_on,
    due_on,
    due_month,
    due_fiscal_quarter,
    days_to_due,
    is_running,
    seats,
    annual_value_usd,
    outcome,
    is_renewed,
    renewed_on,
    renewed_value_usd,
    kept_value_usd,
    {{ money('renewed_value_usd - kept_value_usd') }} as uplift_usd,
    case when outcome = 'lost' then annual_value_usd else {{ money('annual_value_usd - kept_value_usd') }} end as given_up_usd,
    owner_crm_user_id,
    health_score,
    health_band,
    score_change_3_months,
    seat_use,
    overdue_usd,
    dunning_episodes,
    risk,
    coalesce(stage_code, case when outcome in ('open', 'pending') then 'grace' else 'decided' end) as forecast_stage,
    open_renewal_deals,
    expected_on,
    case
        when outcome in ('early', 'on_time', 'late') then renewed_value_usd
        when outcome = 'lost' then {{ money('0') }}
        else {{ money("annual_value_usd * coalesce(weight, 0.45) * case risk when 'high' then 0.6 when 'medium' then 0.9 when 'unknown' then 0.9 else 1 end") }}
    end as forecast_value_usd,
    case
        when outcome not in ('open', 'pending') then 'decided'
        when risk = 'high' and days_to_due <= 60 then 'call this week'
        when open_renewal_deals = 0 and days_to_due <= 90 and annual_value_usd >= 5000 then 'open a deal'
        when overdue_usd > 0 then 'collect first'
        when seat_use > 1 then 'offer seats'
        else 'none'
    end as next_step
from joined
