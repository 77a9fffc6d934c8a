{# One column for each value of a list: the sum of `value` where `column` has it. 'Closed Won' becomes closed_won. #}
{% macro pivot_sum(column, values, value, prefix='', suffix='') -%}
{%- for one in values %}
    {{ sum_where(column ~ " = '" ~ one ~ "'", value) }} as {{ prefix }}{{ one | lower | replace(' ', '_') | replace('-', '_') }}{{ suffix }}{% if not loop.last %},{% endif %}
{%- endfor %}
{%- endmacro %}

{# The same for the number of rows. #}
{% macro pivot_count(column, values, prefix='', suffix='') -%}
{%- for one in values %}
    {{ count_where(column ~ " = '" ~ one ~ "'") }} as {{ prefix }}{{ one | lower | replace(' ', '_') | replace('-', '_') }}{{ suffix }}{% if not loop.last %},{% endif %}
{%- endfor %}
{%- endmacro %}

{# Part of an amount that lies between two levels, given the running total after it. #}
{% macro part_between(running_after, amount, level_from, level_to) -%}
greatest(0, least({{ running_after }}, {{ level_to }}) - greatest({{ running_after }} - {{ amount }}, {{ level_from }}))
{%- endmacro %}

{# Months of ramp: who is new owes a part of the quota for half a year (decision of the sales leadership of 2022). #}
{% macro ramp_share(tenure_days) -%}
cast(case
    when {{ tenure_days }} < 0 then 0
    when {{ tenure_days }} < 60 then 0.25
    when {{ tenure_days }} < 120 then 0.50
    when {{ tenure_days }} < 180 then 0.75
    else 1
end as decimal(9, 4))
{%- endmacro %}

{# The day before the one on which the next version begins, or the clock. #}
{% macro last_day_or_clock(last_day) -%}
least(coalesce({{ last_day }}, {{ as_of() }}), {{ as_of() }})
{%- endmacro %}

{# Traffic light of a ratio against two levels. #}
{% macro light(ratio, green_from, amber_from) -%}
case
    when {{ ratio }} is null then 'grey'
    when {{ ratio }} >= {{ green_from }} then 'green'
    when {{ ratio }} >= {{ amber_from }} then 'amber'
    else 'red'
end
{%- endmacro %}
