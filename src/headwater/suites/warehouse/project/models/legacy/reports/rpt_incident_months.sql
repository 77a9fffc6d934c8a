-- Incidents by month, the tickets they brought, and how much less the cloud was used in months with outages or lost events. Operations
-- shows it to the support team every month.
with incidents as (

    select
        month_dt as month,
        sum(incidents) as incidents,
        sum(outages) as outages,
        sum(degraded) as degraded,
        sum(losses) as losses,
        sum(minutes) as minutes,
        sum(minutes_without_events) as minutes_without_events,
        max(longest_minutes) as longest_minutes,
        sum(tickets_meanwhile) as tickets_meanwhile,
        sum(outage_tickets_meanwhile) as outage_tickets_meanwhile,
        count(distinct service) as services
    from {{ ref('v_incidents_month') }}
    group by month_dt

),

usage as (

    select
        month_dt as month,
        sum(person_days) as person_days,
        sum(actions) as actions,
        count(distinct cust_id) as customers_using
    from {{ ref('v_usage') }}
    group by month_dt

),

members as (

    select
        month_dt as month,
        sum(members) as members,
        sum(joined) as joined,
        sum(guests) as guests,
        count(*) as workspaces
    from {{ ref('v_members_month') }}
    group by month_dt

),

changes as (

    select
        month_dt as month,
        deleted as accounts_deleted,
        grown_up as accounts_grown_up
    from {{ ref('v_account_changes') }}

),

desk as (

    select
        month,
        tickets,
        open_tickets,
        good_marks,
        marks
    from {{ ref('agg_support_months_legacy') }}

),

months as (

    select
        month_dt as month,
        days_in_month,
        business_days
    from {{ ref('base_calendar') }}

)

select
    months.month,
    months.days_in_month,
    coalesce(incidents.incidents, 0) as incidents,
    coalesce(incidents.outages, 0) as outages,
    coalesce(incidents.degraded, 0) as degraded,
    coalesce(incidents.losses, 0) as losses_of_events,
    coalesce(incidents.services, 0) as services,
    coalesce(incidents.minutes, 0) as minutes,
    coalesce(incidents.minutes_without_events, 0) as minutes_without_events,
    coalesce(incidents.longest_minutes, 0) as longest_minutes,
    coalesce(incidents.tickets_meanwhile, 0) as tickets_meanwhile,
    coalesce(incidents.outage_tickets_meanwhile, 0) as outage_tickets_meanwhile,
    coalesce(desk.tickets, 0) as tickets,
    coalesce(desk.open_tickets, 0) as open_tickets,
    {{ safe_divide('incidents.tickets_meanwhile', 'desk.tickets', 4) }} as share_of_tickets,
    {{ safe_divide('desk.good_marks', 'desk.marks', 4) }} as satisfaction,
    coalesce(usage.person_days, 0) as person_days,
    coalesce(usage.actions, 0) as actions,
    coalesce(usage.customers_using, 0) as customers_using,
    {{ safe_divide('usage.person_days', 'months.business_days', 1) }} as person_days_per_business_day,
    coalesce(members.members, 0) as members,
    coalesce(members.joined, 0) as joined,
    coalesce(members.guests, 0) as guests,
    {{ safe_divide('usage.person_days', 'members.members', 2) }} as days_per_member,
    coalesce(changes.accounts_deleted, 0) as accounts_deleted,
    coalesce(changes.accounts_grown_up, 0) as accounts_grown_up
from months
left join incidents on months.month = incidents.month
left join usage on months.month = usage.month
left join members on months.month = members.month
left join changes on months.month = changes.month
left join desk on months.month = desk.month
