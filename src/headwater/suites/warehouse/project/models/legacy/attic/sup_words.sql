{{ config(materialized='table') }}

-- S. Olofsson, December 2022. What people write about, by words in the subject, to see whether categories are chosen well. Nobody has looked
-- since the classifier of the ticket system does it.
with tickets as (

    select
        tickets.ticket_id,
        list.category,
        list.topic,
        list.tier,
        list.created_month,
        lower(tickets.subject) as subject
    from {{ ref('sup_ticket_list') }} as list
    inner join {{ ref('stg_support__tickets') }} as tickets on list.ticket_id = tickets.ticket_id

),

marked as (

    select
        *,
        case when subject like '%invoice%' or subject like '%billing%' or subject like '%payment%' or subject like '%charge%' then 1 else 0 end as on_money,
        case when subject like '%login%' or subject like '%password%' or subject like '%access%' or subject like '%sso%' then 1 else 0 end as on_access,
        case when subject like '%licen%' or subject like '%seat%' or subject like '%renew%' then 1 else 0 end as on_licences,
        case when subject like '%slow%' or subject like '%down%' or subject like '%outage%' or subject like '%error%' then 1 else 0 end as on_failure,
        case when subject like '%webhook%' or subject like '%api%' or subject like '%integration%' or subject like '%slack%' then 1 else 0 end as on_integrations
    from tickets

)

select
    category,
    topic,
    count(*) as tickets,
    sum(on_money) as on_money,
    sum(on_access) as on_access,
    sum(on_licences) as on_licences,
    sum(on_failure) as on_failure,
    sum(on_integrations) as on_integrations,
    sum(case when on_money + on_access + on_licences + on_failure + on_integrations = 0 then 1 else 0 end) as on_nothing_known
from marked
group by category, topic
