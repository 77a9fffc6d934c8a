-- Licences and the servers that used them, by month and customer: seats bought against people seen. People of a month are the highest
-- day's of each server, added up over the servers of a licence.
with covered as (

    select
        months.lic_id,
        months.month_dt,
        months.cust_id_v2 as cust_id,
        months.edition,
        months.seats,
        months.valued_by,
        {{ legacy_usd('months.month_value', 'rates.closing_rate') }} as month_value_usd
    from {{ ref('tmp_lic_months') }} as months
    inner join {{ ref('base_rates_month') }} as rates
        on months.currency = rates.currency
        and months.month_dt = rates.month_dt

),

servers as (

    select
        server_id,
        lic_id,
        {{ legacy_month('ping_dt') }} as month_dt,
        max(people) as peak_people,
        max(accounts) as peak_accounts,
        count(*) as days_seen
    from {{ ref('base_server_days') }}
    where lic_id is not null
    group by server_id, lic_id, {{ legacy_month('ping_dt') }}

),

licence_use as (

    select
        lic_id,
        month_dt,
        count(*) as servers,
        sum(coalesce(peak_people, 0)) as people,
        sum(coalesce(peak_accounts, 0)) as accounts,
        sum(case when peak_people is null then 1 else 0 end) as servers_without_counts,
        max(days_seen) as days_seen
    from servers
    group by lic_id, month_dt

),

joined as (

    select
        covered.lic_id,
        covered.month_dt,
        covered.cust_id,
        covered.edition,
        covered.seats,
        covered.valued_by,
        covered.month_value_usd,
        coalesce(licence_use.servers, 0) as servers,
        coalesce(licence_use.people, 0) as people,
        coalesce(licence_use.accounts, 0) as accounts,
        coalesce(licence_use.servers_without_counts, 0) as servers_without_counts
    from covered
    left join licence_use
        on covered.lic_id = licence_use.lic_id
        and covered.month_dt = licence_use.month_dt

)

select
    cust_id as account_id,
    month_dt as month,
    edition,
    count(*) as licences,
    sum(seats) as seats,
    sum(month_value_usd) as month_value_usd,
    {{ keel_sum_if("valued_by = 'list'", 'month_value_usd') }} as valued_by_list_usd,
    sum(servers) as servers,
    sum(people) as people,
    sum(accounts) as server_accounts,
    sum(servers_without_counts) as servers_without_counts,
    {{ keel_count_if('servers = 0') }} as licences_without_server,
    {{ keel_count_if('people > seats') }} as licences_over_seats,
    sum({{ keel_not_below('people - seats') }}) as people_over_seats
from joined
group by cust_id, month_dt, edition
