{# From which month on the second version of a table holds. The bridges read the first version before it. Who decided which
   date is in docs/legacy/migration.md; do not move a date without asking finance, since closed months were reported with
   what the bridge showed at the time. #}
{% macro legacy_cutover(subject) -%}
{%- set dates = {
    'customers': '2022-07-01',
    'mrr': '2023-02-01',
    'revenue': '2023-05-01',
    'tickets': '2022-10-01',
    'usage': '2022-03-01',
    'licences': '2024-02-01',
    'receivables': '2023-08-01',
    'signups': '2022-11-01',
} -%}
CAST('{{ dates[subject] }}' AS DATE)
{%- endmacro %}

{# List prices rose on 2023-02-19 (FIN-231). #}
{% macro legacy_price_change_day() -%}
CAST('2023-02-19' AS DATE)
{%- endmacro %}

{# Subscriptions on trial and test accounts were counted as customers up to and including December 2021 (REP-17). #}
{% macro legacy_trials_count_until() -%}
CAST('2021-12-31' AS DATE)
{%- endmacro %}
