{# Who is past due still has the service, and counts until the subscription ends. #}
{% macro is_recurring_status(status) -%}
    ({{ status }} in ('active', 'past_due'))
{%- endmacro %}
