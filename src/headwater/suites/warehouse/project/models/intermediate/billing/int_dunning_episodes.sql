-- An invoice whose charge failed is dunned until a later charge succeeds, or somebody gives up.
with attempts as (
    select * from {{ ref('int_payment_attempts') }}
),

invoices as (
    select * from {{ ref('int_invoices_converted') }}
),

failures as (
    select
        invoice_id,
        min(attempted_at) as opened_at,
        count(*) as failed_attempts,
        {{ count_where("decline_kind = 'hard'") }} as hard_declines
    from attempts
    where status = 'failed'
    group by invoice_id
),

recoveries as (
    select
        attempts.invoice_id,
        min(attempts.attempted_at) as recovered_at
    from attempts
    inner join failures
        on attempts.invoice_id = failures.invoice_id
        and attempts.attempted_at > failures.opened_at
    where attempts.status = 'succeeded'
    group by attempts.invoice_id
)

select
    failures.invoice_id,
    invoices.account_id,
    invoices.subscription_id,
    failures.opened_at,
    {{ to_date('failures.opened_at') }} as opened_on,
    recoveries.recovered_at,
    {{ to_date('recoveries.recovered_at') }} as recovered_on,
    failures.failed_attempts,
    failures.hard_declines,
    {{ dunning_stage('failures.failed_attempts') }} as stage_reached,
    case
        when recoveries.recovered_at is not null then 'recovered'
        when invoices.status in ('uncollectible', 'void') then 'given_up'
        else 'open'
    end as outcome,
    invoices.total_usd as amount_usd
from failures
inner join invoices
    on failures.invoice_id = invoices.invoice_id
left join recoveries
    on failures.invoice_id = recoveries.invoice_id
