-- Lag per srv and line; reports group it. LTS lines have twice the time before they count as late (support handbook 4.2).
select
    {{ surrogate_key(['server_id', 'line']) }} as lag_id,
    server_id,
    line,
    line_no,
    account_id,
    coalesce(segment, 'Unknown') as segment,
    edition,
    is_lts,
    released_on,
    {{ fiscal_quarter('released_on') }} as released_quarter,
    took_on,
    passed_on,
    outcome,
    days_to_take,
    days_to_pass,
    case
        when is_lts and days_to_pass is not null then {{ plt_lag_class('floor(days_to_pass / 2.0)') }}
        else {{ plt_lag_class('days_to_pass') }}
    end as lag_class,
    outcome in ('took', 'skipped') and passed_on > eos_on as passed_after_eos,
    outcome = 'pending' and eos_on < {{ as_of() }} as is_overdue,
    min(case when outcome = 'took' then line_no end) over (partition by server_id order by line_no rows between 1 following and unbounded following) as next_taken_line_no
from {{ ref('int_plt_line_exposure') }}
