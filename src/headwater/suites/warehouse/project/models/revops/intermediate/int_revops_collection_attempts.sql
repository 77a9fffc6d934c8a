-- Tries to collect an invoice as steps of the policy of their time: which step the try belongs to by the days since the first failure.
with attempts as (
    select * from {{ ref('fct_payment_attempts') }}
),

failures as (
    select
        invoice_id,
        min(attempted_on) as first_failed_on
    from attempts
    where status = 'failed'
    group by invoice_id
),

placed as (
    select
        attempts.charge_id,
        attempts.invoice_id,
        attempts.account_id,
        attempts.attempted_on,
        attempts.attempt_number,
        attempts.status,
        attempts.decline_kind,
        attempts.failure_code,
        attempts.payment_method,
        attempts.amount_usd,
        failures.first_failed_on,
        {{ date_diff_days('failures.first_failed_on', 'attempts.attempted_on') }} as days_since_failure
    from attempts
    inner join failures
        on attempts.invoice_id = failures.invoice_id
        and attempts.attempted_on >= failures.first_failed_on
)

select
    placed.*,
    steps.policy,
    steps.step_number,
    steps.action,
    steps.channel,
    row_number() over (partition by placed.invoice_id order by placed.attempted_on desc, placed.attempt_number desc) = 1 as is_last_attempt
from placed
left join {{ ref('dunning_policy_steps') }} as steps
    on placed.days_since_failure between steps.day_from and steps.day_to
    and placed.first_failed_on >= steps.applies_from
    and placed.first_failed_on <= coalesce(steps.applies_to, cast('9999-12-31' as date))
