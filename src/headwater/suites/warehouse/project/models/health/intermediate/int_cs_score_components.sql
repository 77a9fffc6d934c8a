-- Each component from 0 to 100.
select
    inputs.account_id,
    inputs.month_start,
    inputs.segment,
    {%- for component in cs_components() %}
    {{ cs_scale('inputs.' ~ component ~ '_value', 'limits.' ~ component ~ '_worst', 'limits.' ~ component ~ '_best', 'limits.' ~ component ~ '_neutral') }} as {{ component }}_score,
    inputs.{{ component }}_value is not null as has_{{ component }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ ref('int_cs_score_inputs') }} as inputs
cross join {{ ref('int_cs_score_limits') }} as limits
