{{ config(severity='warn') }}

-- LEG-09. Tickets of the last year that the first layer gives to nobody. fct_tickets finds more of them, by domain.
select
    ticket_id,
    requester_kind,
    created_dt
from {{ ref('base_tickets') }}
where cust_id is null
    and is_spam = 'N'
    and created_dt > {{ to_date(date_add_months(as_of(), -12)) }}
