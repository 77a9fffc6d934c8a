{# 'Y' or 'N': the first dashboard tool had no booleans. #}
{% macro legacy_flag(condition) -%}
CASE WHEN {{ condition }} THEN 'Y' ELSE 'N' END
{%- endmacro %}

{# Zero where nothing is known. #}
{% macro legacy_zero(value) -%}
CAST(COALESCE({{ value }}, 0) AS DECIMAL(18, 4))
{%- endmacro %}

{# A share in percent with one digit, zero where there is nothing to divide by (the new layer says null). #}
{% macro legacy_percent(part, whole) -%}
COALESCE({{ rounded('cast(100.0 * (' ~ part ~ ') as double precision) / nullif(' ~ whole ~ ', 0)', 1) }}, 0)
{%- endmacro %}

{# Dollars at a rate of dollars for a unit. #}
{% macro legacy_usd(amount, rate) -%}
{{ money('cast(' ~ amount ~ ' as double precision) * ' ~ rate) }}
{%- endmacro %}

{# The list of the staff's and the testers' mail domains as it was in 2021; the seed map_email_domains came later and has
   the same entries of these two kinds (a test compares them). #}
{% macro legacy_mail_kind(mail) -%}
CASE
    WHEN LOWER(SPLIT_PART({{ mail }}, '@', 2)) IN ('mooring.example', 'contractor.mooring.example') THEN 'staff'
    WHEN LOWER(SPLIT_PART({{ mail }}, '@', 2)) IN ('mooring.test', 'loadtest.mooring.test', 'demo.mooring.test') THEN 'test'
    WHEN {{ mail }} IS NULL THEN 'none'
    ELSE 'customer'
END
{%- endmacro %}

{# Sales regions by country, written down before there was a seed. Everything else is decided by the caller. #}
{% macro legacy_region(country) -%}
CASE
    WHEN {{ country }} IN ('US', 'CA', 'MX', 'BR', 'AR', 'CL', 'CO', 'PE', 'UY', 'CR') THEN 'AMER'
    WHEN {{ country }} IN (
        'GB', 'IE', 'DE', 'FR', 'NL', 'BE', 'LU', 'ES', 'PT', 'IT', 'AT', 'CH', 'DK', 'SE', 'NO', 'FI', 'IS', 'PL', 'CZ', 'SK', 'HU',
        'RO', 'BG', 'GR', 'HR', 'SI', 'EE', 'LV', 'LT', 'UA', 'TR', 'IL', 'AE', 'SA', 'EG', 'ZA', 'NG', 'KE', 'MA'
    ) THEN 'EMEA'
    WHEN {{ country }} IN (
        'JP', 'KR', 'CN', 'TW', 'HK', 'SG', 'MY', 'TH', 'VN', 'ID', 'PH', 'IN', 'PK', 'BD', 'AU', 'NZ'
    ) THEN 'APAC'
END
{%- endmacro %}

{# Size classes of 2021. 'large' begins at 201 employees; the segments of the new layer have other names and the same limits. #}
{% macro legacy_size_class(band) -%}
CASE
    WHEN {{ band }} IN ('1-10', '11-50', '51-200') THEN 'small'
    WHEN {{ band }} IN ('201-1000') THEN 'large'
    WHEN {{ band }} IN ('1001-5000', '5000+') THEN 'key account'
    ELSE 'small'
END
{%- endmacro %}

{# What the plan was called on a day: 'team' was sold as 'starter' until June 2022. #}
{% macro legacy_plan_name(plan, day) -%}
CASE WHEN {{ plan }} = 'team' AND {{ day }} < CAST('2022-07-01' AS DATE) THEN 'starter' ELSE {{ plan }} END
{%- endmacro %}
