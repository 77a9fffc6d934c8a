-- SUP-31: from the second version on the page and the support team count the same tickets.
with old_tickets as (

    select
        month_dt as month,
        sum(tickets) as tickets
    from {{ ref('v_tickets_v2') }}
    group by month_dt

),

new_tickets as (

    select
        created_month as month,
        count(*) as tickets
    from {{ ref('fct_tickets') }}
    group by created_month

)

select
    coalesce(old_tickets.month, new_tickets.month) as month,
    old_tickets.tickets as old_tickets,
    new_tickets.tickets as new_tickets
from old_tickets
full join new_tickets on old_tickets.month = new_tickets.month
where coalesce(old_tickets.tickets, 0) <> coalesce(new_tickets.tickets, 0)
