{# Days after a licence's last day within which a renewal counts as late rather than lost. The server keeps working. #}
{% macro grace_days() -%}
    {{ var('license_grace_days') }}
{%- endmacro %}
