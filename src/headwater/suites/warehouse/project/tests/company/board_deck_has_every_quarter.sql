select dates.fiscal_quarter
from (
    select distinct fiscal_quarter
    from {{ ref('dim_dates') }}
    where date_day between {{ history_start() }} and {{ as_of() }}
) as dates
left join {{ ref('rpt_board_deck_quarterly') }} as deck on dates.fiscal_quarter = deck.fiscal_quarter
where deck.fiscal_quarter is null
