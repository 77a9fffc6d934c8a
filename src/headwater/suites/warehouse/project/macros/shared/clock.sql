{# The clock of the warehouse. Models never ask the database what time it is: a build of yesterday's data must give yesterday's tables. #}

{# The last day of the data, as a date. #}
{% macro as_of() -%}
cast('{{ var("as_of") }}' as date)
{%- endmacro %}

{# The first moment after the data (UTC), as a timestamp: compare with `<`. #}
{% macro as_of_end() -%}
{{ date_add_days('cast(' ~ as_of() ~ ' as timestamp)', 1) }}
{%- endmacro %}

{# The first day of history. #}
{% macro history_start() -%}
cast('{{ var("history_starts_on") }}' as date)
{%- endmacro %}
