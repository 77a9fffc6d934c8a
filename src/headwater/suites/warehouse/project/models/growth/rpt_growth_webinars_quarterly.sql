-- Webinars by quarter: those who came against those who only registered. Asked for by field marketing at each quarter's end.
with registrations as (

    select * from {{ ref('fct_growth_webinar_influence') }}
    where is_mature

)

select
    fiscal_quarter,
    count(distinct webinar_name) as webinars,
    count(*) as registrations,
    {{ count_where('has_attended') }} as attended,
    {{ growth_rate_of(count_where('has_attended'), 'count(*)') }} as show_up_rate,
    {{ count_where('has_attended and registration_number > 1') }} as attended_again,
    {{ sum_where('has_attended', 'opportunities_after') }} as opportunities_after_attended,
    {{ sum_where('not has_attended', 'opportunities_after') }} as opportunities_after_absent,
    {{ growth_rate_of(count_where('has_attended and opportunities_after > 0'), count_where('has_attended')) }} as opportunity_rate_attended,
    {{ growth_rate_of(count_where('not has_attended and opportunities_after > 0'), count_where('not has_attended')) }} as opportunity_rate_absent,
    {{ sum_where('has_attended', 'acv_after_usd') }} as acv_after_attended_usd,
    {{ sum_where('has_attended', 'visits_after') }} as visits_after_attended,
    {{ sum_where('has_attended', 'visits_before') }} as visits_before_attended,
    {{ count_where('has_attended and became_mql') }} as attended_became_mql,
    {{ count_where('has_attended and became_sql') }} as attended_became_sql,
    {{ safe_divide(sum_where('has_attended', 'minutes_attended'), count_where('has_attended'), 1) }} as minutes_per_attendee
from registrations
group by fiscal_quarter
