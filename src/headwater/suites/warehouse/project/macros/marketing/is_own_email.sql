{# Addresses of staff and of the test suite, sub-domains included: never leads, never customers. #}
{% macro is_own_email(email) -%}
    coalesce({{ email_domain(email) }} like '%mooring.example' or {{ email_domain(email) }} like '%mooring.test', false)
{%- endmacro %}
