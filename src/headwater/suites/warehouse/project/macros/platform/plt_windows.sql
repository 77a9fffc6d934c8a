{#- Minutes that [a, b) and [c, d) have in common; 0 if none. Arguments are timestamps that are not null. -#}
{% macro plt_overlap_minutes(a, b, c, d) -%}
greatest({{ minutes_between('greatest(' ~ a ~ ', ' ~ c ~ ')', 'least(' ~ b ~ ', ' ~ d ~ ')') }}, 0)
{%- endmacro %}

{#- A date as the timestamp at which it begins, and at which it is over. -#}
{% macro plt_day_begin(d) -%}
cast({{ d }} as timestamp)
{%- endmacro %}

{% macro plt_day_end(d) -%}
{{ date_add_days('cast(' ~ d ~ ' as timestamp)', 1) }}
{%- endmacro %}

{#- Months of history with their last day, the running month up to the clock. -#}
{% macro plt_months() -%}
select month_start, max(date_day) as last_day
from {{ ref('dim_dates') }}
where is_past
group by month_start
{%- endmacro %}
