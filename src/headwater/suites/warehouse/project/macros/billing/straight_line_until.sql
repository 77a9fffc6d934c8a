{# What is earned of `amount` before `day`: the cumulative share, rounded, so that the days of a period add up to its
   amount to the last digit. Zero before the period, all of it from its exclusive end. #}
{% macro straight_line_until(amount, starts_on, ends_on, day) -%}
    {{ money('cast(' ~ amount ~ ' as double precision) * least(greatest(' ~ date_diff_days(starts_on, day) ~ ', 0), '
        ~ service_days(starts_on, ends_on) ~ ') / ' ~ service_days(starts_on, ends_on)) }}
{%- endmacro %}
