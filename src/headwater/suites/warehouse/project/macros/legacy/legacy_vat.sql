{# The rate of value added tax (or what comes nearest to it) that the payment provider is set up with, by country of the
   customer. Tax-exempt and reverse-charge customers pay none. Copied from the provider's settings on 2021-05-04 and checked
   again when Singapore went to 9 % (FIN-402); invoices that differ are listed by v_vat_check. #}
{% macro legacy_vat_rate(country) -%}
{%- set rates = {
    'DE': '0.19', 'FR': '0.20', 'ES': '0.21', 'NL': '0.21', 'SE': '0.25', 'GB': '0.20', 'CH': '0.08',
    'JP': '0.10', 'AU': '0.10', 'CA': '0.05', 'IN': '0.18', 'SG': '0.09',
} -%}
CASE {{ country }}
    {%- for code, rate in rates.items() %}
    WHEN '{{ code }}' THEN {{ rate }}
    {%- endfor %}
    ELSE 0.00
END
{%- endmacro %}
