{# Path of a landing page, without host, query and the slash at its end; '/' for the home page. #}
{% macro url_path(column) -%}
    case
        when {{ column }} is null then null
        else coalesce(nullif(rtrim(regexp_replace(regexp_replace(lower(trim({{ column }})), '^[a-z]+://[^/]*', ''), '[?#].*$', ''), '/'), ''), '/')
    end
{%- endmacro %}
