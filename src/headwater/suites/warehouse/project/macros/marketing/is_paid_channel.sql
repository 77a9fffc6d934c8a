{% macro is_paid_channel(channel) -%}
    ({{ channel }} in ({% for paid in var('paid_channels', ['paid_search', 'paid_social', 'display']) %}'{{ paid }}'{{ ', ' if not loop.last }}{% endfor %}))
{%- endmacro %}
