select
    {{ count_where('had_wrong_clock') }} as wrong_clocks,
    count(*) as events
from {{ ref('fct_events') }}
having {{ count_where('had_wrong_clock') }} > 0.005 * count(*)
