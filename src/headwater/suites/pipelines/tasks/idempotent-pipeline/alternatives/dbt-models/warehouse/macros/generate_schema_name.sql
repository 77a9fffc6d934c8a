{# Models are in the database that they name, and not in one of the profile's name and theirs. #}
{% macro generate_schema_name(custom_schema_name, node) %}{{ custom_schema_name or target.schema }}{% endmacro %}
