-- Licences by month and edition, as the old page counts them, with their value and what the servers report. The v1 months count a
-- replaced licence as ended and new; v2's do not (REP-91).
with counted as (

    select * from {{ ref('v_licences') }}

),

used as (

    select
        month,
        edition,
        sum(licences) as paid_licences,
        sum(seats) as paid_seats,
        sum(month_value_usd) as month_value_usd,
        sum(valued_by_list_usd) as valued_by_list_usd,
        sum(servers) as servers,
        sum(people) as people,
        sum(server_accounts) as server_accounts,
        sum(servers_without_counts) as servers_without_counts,
        sum(licences_without_server) as licences_without_server,
        sum(licences_over_seats) as licences_over_seats,
        sum(people_over_seats) as people_over_seats,
        count(distinct account_id) as customers
    from {{ ref('agg_license_months_legacy') }}
    group by month, edition

),

server_months as (

    select
        {{ legacy_month('ping_dt') }} as month,
        case edition
            when 'enterprise' then 'Enterprise'
            when 'professional' then 'Professional'
            else 'Free'
        end as edition,
        count(distinct server_id) as servers_seen,
        {{ keel_distinct_if("is_container = 'Y'", 'server_id') }} as servers_in_containers,
        {{ keel_distinct_if("region = 'AMER'", 'server_id') }} as servers_amer,
        {{ keel_distinct_if("region = 'EMEA'", 'server_id') }} as servers_emea,
        {{ keel_distinct_if("region = 'APAC'", 'server_id') }} as servers_apac
    from {{ ref('base_server_days') }}
    group by
        {{ legacy_month('ping_dt') }},
        case edition
            when 'enterprise' then 'Enterprise'
            when 'professional' then 'Professional'
            else 'Free'
        end

)

select
    counted.month_dt as month,
    counted.edition,
    counted.made_by,
    counted.licences,
    counted.seats,
    counted.licences_new,
    counted.licences_ended,
    counted.licences_revoked,
    counted.seats_new - counted.seats_ended as seats_added,
    coalesce(used.customers, 0) as paying_customers,
    coalesce(used.month_value_usd, 0) as month_value_usd,
    coalesce(used.valued_by_list_usd, 0) as valued_by_list_usd,
    coalesce(used.servers, 0) as servers_with_paid_licence,
    coalesce(server_months.servers_seen, 0) as servers_seen,
    coalesce(server_months.servers_in_containers, 0) as servers_in_containers,
    coalesce(server_months.servers_amer, 0) as servers_amer,
    coalesce(server_months.servers_emea, 0) as servers_emea,
    coalesce(server_months.servers_apac, 0) as servers_apac,
    coalesce(used.people, 0) as people,
    coalesce(used.licences_without_server, 0) as licences_without_server,
    coalesce(used.licences_over_seats, 0) as licences_over_seats,
    coalesce(used.people_over_seats, 0) as people_over_seats,
    {{ safe_divide('used.people', 'used.paid_seats', 4) }} as seats_in_use,
    {{ safe_divide('used.month_value_usd', 'used.paid_seats', 2) }} as value_per_seat_usd
from counted
left join used
    on counted.month_dt = used.month
    and counted.edition = used.edition
left join server_months
    on counted.month_dt = server_months.month
    and counted.edition = server_months.edition
