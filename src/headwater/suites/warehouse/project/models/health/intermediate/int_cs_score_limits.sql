-- The limits of all components in one row, as macros want them.
select
    {%- for component in cs_components() %}
    max(case when component = '{{ component }}' then worst end) as {{ component }}_worst,
    max(case when component = '{{ component }}' then best end) as {{ component }}_best,
    max(case when component = '{{ component }}' then neutral end) as {{ component }}_neutral{{ ',' if not loop.last }}
    {%- endfor %}
from {{ ref('cs_component_limits') }}
