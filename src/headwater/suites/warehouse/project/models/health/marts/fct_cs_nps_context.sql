-- Survey answers with what the customer had just been through: tickets of the thirty days before, the score of the month, use.
with answers as (
    select * from {{ ref('fct_nps') }}
),

own_tickets as (
    select
        answers.response_id,
        count(*) as tickets_30d,
        {{ count_where('facts.is_escalated') }} as escalated_30d,
        {{ count_where("facts.category = 'outage'") }} as outage_tickets_30d,
        {{ count_where('not facts.is_resolved or facts.resolved_at > answers.responded_at') }} as open_tickets
    from answers
    inner join {{ ref('int_cs_ticket_facts') }} as facts
        on answers.account_id = facts.account_id
        and facts.created_at <= answers.responded_at
        and facts.created_on >= {{ to_date(date_add_days(to_date('answers.responded_at'), -30)) }}
    group by answers.response_id
),

previous as (
    select
        response_id,
        lag(nps_score) over (partition by user_id order by responded_at, response_id) as previous_score
    from answers
)

select
    answers.response_id,
    answers.user_id,
    answers.account_id,
    coalesce(answers.segment, 'Unknown') as segment,
    answers.nps_score,
    answers.nps_group,
    answers.responded_month,
    answers.fiscal_quarter,
    previous.previous_score,
    answers.nps_score - previous.previous_score as score_change,
    coalesce(own_tickets.tickets_30d, 0) as tickets_30d,
    coalesce(own_tickets.escalated_30d, 0) as escalated_30d,
    coalesce(own_tickets.outage_tickets_30d, 0) as outage_tickets_30d,
    coalesce(own_tickets.open_tickets, 0) as open_tickets,
    scores.score as health_score,
    scores.band as health_band,
    coalesce(activity.active_days, 0) as active_days_of_month,
    case
        when coalesce(own_tickets.escalated_30d, 0) > 0 then 'escalated'
        when coalesce(own_tickets.tickets_30d, 0) > 2 then 'many tickets'
        when coalesce(own_tickets.tickets_30d, 0) > 0 then 'some tickets'
        else 'no tickets'
    end as experience
from answers
inner join previous
    on answers.response_id = previous.response_id
left join own_tickets
    on answers.response_id = own_tickets.response_id
left join {{ ref('fct_cs_health_scores') }} as scores
    on answers.account_id = scores.account_id
    and answers.responded_month = scores.month_start
left join {{ ref('fct_user_monthly_activity') }} as activity
    on answers.user_id = activity.user_id
    and answers.responded_month = activity.month_start
