{# The last day of the grace period after a licence's last day. #}
{% macro grace_ends_on(expires_on) -%}
    {{ to_date(date_add_days(expires_on, grace_days())) }}
{%- endmacro %}
