{#- Whole days from one moment to another, null if the second never came or came first. -#}
{% macro growth_days_to(from_at, to_at) -%}
    case when {{ to_at }} >= {{ from_at }} then {{ date_diff_days(from_at, to_at) }} end
{%- endmacro %}

{#- Whether something happened within so many days of something else. The first day is day 0, so "within 7" has eight
    calendar days in it, like every funnel tool that we ever compared ourselves with. -#}
{% macro growth_within(from_at, to_at, days) -%}
    coalesce({{ to_at }} >= {{ from_at }} and {{ date_diff_days(from_at, to_at) }} <= {{ days }}, false)
{%- endmacro %}

{#- Whether so many days have passed since a day, so that a window of that length can be judged. -#}
{% macro growth_is_mature(from_at, days) -%}
    ({{ date_diff_days(from_at, as_of()) }} >= {{ days }})
{%- endmacro %}
