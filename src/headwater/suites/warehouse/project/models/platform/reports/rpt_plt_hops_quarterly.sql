-- how servers move: step by step, or from LTS to LTS
select
    fiscal_quarter,
    segment,
    count(*) as hops,
    count(distinct server_id) as servers,
    {{ count_where('lines_crossed = 1') }} as single_steps,
    {{ count_where('lines_crossed between 2 and 4') }} as short_jumps,
    {{ count_where('lines_crossed > 4') }} as long_jumps,
    {{ count_where('is_back') }} as back,
    {{ count_where('from_lts and to_lts') }} as lts_to_lts,
    {{ count_where('days_after_eos_of_from_line > 0') }} as after_eos,
    {{ median('lines_crossed') }} as median_lines_crossed,
    {{ median('days_on_from_line') }} as median_days_on_line
from {{ ref('fct_plt_upgrade_hops') }}
group by 1, 2
