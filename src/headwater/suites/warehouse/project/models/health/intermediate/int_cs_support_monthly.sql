-- What an account asked of us in a month and in the three months up to it, against its seats.
with asked as (
    select
        account_id,
        created_month as month_start,
        count(*) as tickets,
        {{ count_where("priority in ('high', 'urgent')") }} as high_tickets,
        {{ count_where('is_escalated') }} as escalated_tickets,
        {{ count_where("category = 'bug'") }} as bug_tickets,
        {{ count_where("category in ('billing', 'license')") }} as money_tickets,
        {{ count_where('reopens > 0') }} as reopened_tickets
    from {{ ref('int_cs_ticket_facts') }}
    where account_id is not null
    group by account_id, created_month
),

filled as (
    select
        months.account_id,
        months.month_start,
        months.seats,
        coalesce(asked.tickets, 0) as tickets,
        coalesce(asked.high_tickets, 0) as high_tickets,
        coalesce(asked.escalated_tickets, 0) as escalated_tickets,
        coalesce(asked.bug_tickets, 0) as bug_tickets,
        coalesce(asked.money_tickets, 0) as money_tickets,
        coalesce(asked.reopened_tickets, 0) as reopened_tickets
    from {{ ref('int_cs_account_months') }} as months
    left join asked
        on months.account_id = asked.account_id
        and months.month_start = asked.month_start
)

select
    *,
    {{ cs_last_months('tickets', 3) }} as tickets_3m,
    {{ cs_last_months('escalated_tickets', 3) }} as escalated_tickets_3m,
    {{ safe_divide('100 * ' ~ cs_last_months('tickets', 3), 'seats') }} as tickets_per_100_seats_3m
from filled
