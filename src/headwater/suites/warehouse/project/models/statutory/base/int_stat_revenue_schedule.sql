-- THE GROUP'S SCHEDULE OF REVENUE, BY COMPANY, IN THE CURRENCY OF ITS BOOKS. EVERY LINE STAYS AT THE RATE OF ITS INVOICE, AS IN THE
-- GROUP'S BOOKS (docs/billing/exchange-rates.md); COMPANIES THAT WANT AVERAGE RATES CONVERT ON THEIR OWN.
-- FUTURE MONTHS ARE IN: THE COMPANIES NEED THEM TO SPLIT DEFERRED INCOME INTO SHORT AND LONG TERM.
SELECT
    s.schedule_id,
    s.source_type,
    s.invoice_id,
    d.account_id,
    d.entity_code,
    d.country_code,
    d.invoice_kind,
    d.functional_currency,
    s.product_line,
    s.booked_on,
    s.month_start,
    s.is_future,
    s.recognized_usd,
    CASE
        WHEN d.functional_currency = 'USD' THEN s.recognized_usd
        ELSE {{ money('cast(s.recognized_usd as double precision) / d.functional_usd_per_unit') }}
    END AS recognized_functional
FROM {{ ref('int_revenue_schedule_monthly') }} s
INNER JOIN (
    SELECT
        document_id,
        account_id,
        entity_code,
        country_code,
        invoice_kind,
        functional_currency,
        functional_usd_per_unit
    FROM {{ ref('int_stat_documents') }}
    WHERE document_type = 'invoice'
) d
    ON d.document_id = s.invoice_id
