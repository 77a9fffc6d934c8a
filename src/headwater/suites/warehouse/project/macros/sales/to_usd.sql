{# Money of a record in USD. `rate` is USD for one unit; the reporting currency needs none. #}
{% macro to_usd(amount, currency, rate) -%}
    {{ money("case when " ~ currency ~ " = '" ~ var('reporting_currency') ~ "' then " ~ amount ~ " else " ~ amount ~ " * " ~ rate ~ " end") }}
{%- endmacro %}
