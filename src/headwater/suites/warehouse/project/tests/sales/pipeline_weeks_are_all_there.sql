select dates.date_day
from {{ ref('dim_dates') }} as dates
left join (select distinct week_ending_on from {{ ref('rpt_pipeline_by_week') }}) as weeks
    on dates.date_day = weeks.week_ending_on
where dates.date_day = {{ week_ending('dates.date_day') }}
    and dates.date_day between {{ history_start() }} and {{ as_of() }}
    and weeks.week_ending_on is null
