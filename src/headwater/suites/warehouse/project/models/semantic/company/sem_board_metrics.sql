select
    deck.*,
    previous.closing_arr_usd as previous_closing_arr_usd,
    {{ safe_divide('deck.closing_arr_usd - previous.closing_arr_usd', 'previous.closing_arr_usd') }} as arr_growth
from {{ ref('rpt_board_deck_quarterly') }} as deck
left join {{ ref('rpt_board_deck_quarterly') }} as previous
    on previous.quarter_start = {{ to_date(date_add_months('deck.quarter_start', -3)) }}
