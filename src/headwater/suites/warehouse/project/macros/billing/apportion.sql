{# A row's share of `total`, by its part of `whole`: the difference of two rounded running shares, so that the shares of
   all rows add up to `total` to the last digit. `running` includes the row's own `part`. #}
{% macro apportion(total, running, part, whole) -%}
    ({{ money('cast(' ~ total ~ ' as double precision) * ' ~ running ~ ' / ' ~ whole) }}
        - {{ money('cast(' ~ total ~ ' as double precision) * (' ~ running ~ ' - ' ~ part ~ ') / ' ~ whole) }})
{%- endmacro %}
