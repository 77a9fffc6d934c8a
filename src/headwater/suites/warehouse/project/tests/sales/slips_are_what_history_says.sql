with moves as (
    select
        opportunity_id,
        stage,
        close_date,
        lag(close_date) over (partition by opportunity_id order by changed_at, opportunity_change_id) as previous_close_date
    from {{ ref('stg_crm__opportunity_history') }}
    where changed_at < {{ as_of_end() }}
),

slips as (
    select opportunity_id, count(*) as slips
    from moves
    where close_date > previous_close_date
        and stage not in ('Closed Won', 'Closed Lost')
    group by opportunity_id
)

select opportunities.opportunity_id, opportunities.close_date_slips, slips.slips
from {{ ref('fct_opportunities') }} as opportunities
left join slips on opportunities.opportunity_id = slips.opportunity_id
where opportunities.close_date_slips <> coalesce(slips.slips, 0)
