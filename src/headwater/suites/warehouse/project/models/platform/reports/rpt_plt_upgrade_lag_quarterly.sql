-- asked by the head of support each quarter: who lags, by segment
select
    released_quarter as fiscal_quarter,
    segment,
    count(*) as offers,
    count(distinct server_id) as servers,
    count(distinct line) as lines,
    {{ count_where("outcome = 'took'") }} as took,
    {{ count_where("outcome = 'skipped'") }} as skipped,
    {{ count_where("outcome = 'pending'") }} as pending,
    {{ count_where("outcome = 'left_behind'") }} as left_behind,
    {{ count_where("lag_class = 'fast'") }} as fast,
    {{ count_where("lag_class in ('slow', 'laggard')") }} as slow,
    {{ count_where('passed_after_eos') }} as passed_after_eos,
    {{ count_where('is_overdue') }} as overdue,
    {{ median('days_to_take') }} as median_days_to_take,
    {{ median('days_to_pass') }} as median_days_to_pass,
    {{ plt_pct(count_where("outcome = 'took'"), 'count(*)') }} as took_pct
from {{ ref('fct_plt_upgrade_lag') }}
group by 1, 2
