{{ config(meta={
    'symptom': "In the event log, far more events than usual are dated by their receipt, which moves work of a Friday to the following Monday.",
    'business': "Usage seems to shift to later days than people worked."
}) }}

select
    {{ count_where('had_wrong_clock') }} as wrong_clocks,
    count(*) as events
from {{ ref('fct_events') }}
having {{ count_where('had_wrong_clock') }} > 0.005 * count(*)
