-- Invoices that were dunned, from the first failed charge to the end, with the step that they reached and what each step cost.
{% set channels = ['mail', 'phone', 'system', 'agency'] %}
with dunning as (
    select * from {{ ref('fct_dunning') }}
),

attempts as (
    select * from {{ ref('int_revops_collection_attempts') }}
),

summed as (
    select
        invoice_id,
        count(*) as attempts,
        {{ count_where("status = 'failed'") }} as failed_attempts,
        {{ count_where("decline_kind = 'hard'") }} as hard_declines,
        count(distinct payment_method) as methods_tried,
        max(step_number) as last_attempt_step,
        max(days_since_failure) as last_attempt_day,
        {% for channel in channels %}
        max(case when channel = '{{ channel }}' then 1 else 0 end) = 1 as tried_by_{{ channel }},
        {% endfor %}
        max(policy) as policy
    from attempts
    group by invoice_id
),

invoices as (
    select * from {{ ref('fct_invoices') }}
),

dated as (
    select
        dunning.invoice_id,
        dunning.opened_on,
        {{ date_diff_days('dunning.opened_on', 'coalesce(dunning.recovered_on, ' ~ as_of() ~ ')') }} as days_in_dunning
    from dunning
),

stepped as (
    select
        dated.invoice_id,
        dated.days_in_dunning,
        steps.policy,
        steps.step_number,
        steps.action,
        steps.channel
    from dated
    left join {{ ref('dunning_policy_steps') }} as steps
        on dated.days_in_dunning >= steps.day_from
        and dated.days_in_dunning <= steps.day_to
        and dated.opened_on >= steps.applies_from
        and (steps.applies_to is null or dated.opened_on <= steps.applies_to)
)

select
    dunning.invoice_id,
    dunning.account_id,
    coalesce(accounts.segment, 'Unknown') as segment,
    coalesce(accounts.region, 'Unassigned') as region,
    invoices.invoice_kind,
    invoices.currency,
    dunning.opened_on,
    dunning.opened_month,
    dunning.recovered_on,
    stepped.days_in_dunning,
    dunning.outcome,
    dunning.stage_reached,
    stepped.policy,
    stepped.step_number as policy_step,
    stepped.action as policy_action,
    stepped.channel as policy_channel,
    summed.attempts,
    summed.failed_attempts,
    summed.hard_declines,
    summed.methods_tried,
    summed.last_attempt_step,
    summed.last_attempt_day,
    dunning.amount_usd,
    dunning.recovered_usd,
    invoices.outstanding_usd,
    invoices.written_off_usd,
    -- a call costs 12 dollars of somebody's time, an agency a fifth of what it gets; mails are free (collections review 2024)
    {{ money("case when stepped.channel = 'phone' then 12 when stepped.channel = 'agency' then 12 + 0.2 * dunning.recovered_usd when stepped.step_number >= 4 then 12 else 0 end") }} as collection_cost_usd,
    case
        when dunning.outcome = 'recovered' and stepped.days_in_dunning <= 2 then 'recovered at once'
        when dunning.outcome = 'recovered' then 'recovered later'
        when dunning.outcome = 'given_up' then 'given up'
        when summed.hard_declines > 0 then 'needs a new card'
        when stepped.days_in_dunning > 45 then 'stuck'
        else 'running'
    end as collection_state
from dunning
inner join summed
    on dunning.invoice_id = summed.invoice_id
inner join stepped
    on dunning.invoice_id = stepped.invoice_id
inner join invoices
    on dunning.invoice_id = invoices.invoice_id
left join {{ ref('dim_accounts') }} as accounts
    on dunning.account_id = accounts.account_id
