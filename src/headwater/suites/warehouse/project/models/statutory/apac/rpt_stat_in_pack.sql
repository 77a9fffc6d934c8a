-- MOORING INDIA PRIVATE LIMITED: PACK FOR THE GROUP'S STATUTORY TEAM, ONE ROW FOR EACH LOCAL QUARTER. THE LAST ROW IS THE RUNNING QUARTER.
-- AMOUNTS IN USD UNLESS THE NAME SAYS USD. THE LOCAL BOOKS ARE IN USD AS WELL.
SELECT
    k.quarter_start,
    {{ stat_quarter_label('k.quarter_start', 4) }} AS local_quarter,
    {{ stat_fiscal_year('k.quarter_start', 4) }} AS local_year,
    {{ fiscal_quarter('k.quarter_start') }} AS group_quarter_at_start,
    k.months_in_quarter,
    k.months_in_quarter = 3 AND k.quarter_end <= {{ as_of() }} AS is_complete,
    -- INCOME
    k.revenue_local,
    k.revenue_cloud_local,
    k.revenue_licences_local,
    k.revenue_other_local,
    k.revenue_before_local,
    k.revenue_a_year_ago_local,
    k.revenue_ytd_local,
    {{ stat_change_share('k.revenue_local', 'k.revenue_before_local') }} AS revenue_growth,
    {{ stat_change_share('k.revenue_local', 'k.revenue_a_year_ago_local') }} AS revenue_growth_on_year,
    k.group_revenue_usd,
    k.framework_difference_local,
    -- INVOICING
    k.billed_local,
    k.credited_local,
    {{ safe_divide('- k.credited_local', 'k.billed_local', 4) }} AS credited_share,
    k.documents,
    k.customers,
    k.largest_customer_share,
    k.deferred_local,
    k.contract_assets_local,
    -- TAX
    k.tax_due_local,
    k.tax_unexplained_local,
    -- CONTRACTS
    k.closing_contracts,
    k.new_contracts,
    k.lapsed_contracts,
    k.contract_seats,
    k.contract_arr_usd,
    {{ safe_divide('k.lapsed_contracts', 'k.closing_contracts_before', 4) }} AS lapse_rate,
    -- RECEIVABLES
    k.open_local,
    k.overdue_local,
    k.allowance_local,
    k.allowance_local - COALESCE(k.allowance_before_local, 0) AS allowance_expense_local,
    CASE WHEN k.billed_local > 0 THEN {{ safe_divide('k.open_local * 90', 'k.billed_local + k.tax_billed_local', 1) }} END AS days_outstanding,
    -- CASH
    k.collected_local,
    {{ safe_divide('k.paid_late', 'k.payments', 4) }} AS share_paid_late,
    k.fees_usd,
    -- PEOPLE
    k.people,
    k.payroll_usd,
    CASE
        WHEN k.quarter_end > {{ as_of() }} THEN 'running'
        WHEN ABS(k.tax_unexplained_local) > 1500 THEN 'tax to be explained'
        WHEN ABS(k.framework_difference_local) > 6000 THEN 'framework difference'
        WHEN k.revenue_before_local > 0 AND ABS(k.revenue_local - k.revenue_before_local) > 0.5 * k.revenue_before_local AND ABS(k.revenue_local - k.revenue_before_local) > 1500 THEN 'movement to be explained'
        WHEN k.largest_customer_share > 0.25 THEN 'concentration to be disclosed'
        ELSE 'no remark'
    END AS controller_remark
FROM (
    SELECT
        q.quarter_start,
        q.quarter_end,
        q.months_in_quarter,
        COALESCE(r.revenue_local, 0) AS revenue_local,
        COALESCE(r.revenue_cloud_local, 0) AS revenue_cloud_local,
        COALESCE(r.revenue_licences_local, 0) AS revenue_licences_local,
        COALESCE(r.revenue_other_local, 0) AS revenue_other_local,
        {{ stat_earlier('COALESCE(r.revenue_local, 0)', 1, 'q.quarter_start') }} AS revenue_before_local,
        {{ stat_earlier('COALESCE(r.revenue_local, 0)', 4, 'q.quarter_start') }} AS revenue_a_year_ago_local,
        {{ stat_year_to_date('COALESCE(r.revenue_local, 0)', 'q.local_year', 'q.quarter_start') }} AS revenue_ytd_local,
        COALESCE(r.group_revenue_usd, 0) AS group_revenue_usd,
        COALESCE(r.framework_difference_local, 0) AS framework_difference_local,
        COALESCE(r.billed_local, 0) AS billed_local,
        COALESCE(r.credited_local, 0) + COALESCE(r.refunded_local, 0) AS credited_local,
        COALESCE(r.deferred_local, 0) AS deferred_local,
        COALESCE(r.contract_assets_local, 0) AS contract_assets_local,
        COALESCE(n.documents, 0) AS documents,
        COALESCE(n.customers, 0) AS customers,
        COALESCE(n.tax_billed_local, 0) AS tax_billed_local,
        l.largest_customer_share,
        COALESCE(t.tax_due_local, 0) AS tax_due_local,
        COALESCE(t.tax_unexplained_local, 0) AS tax_unexplained_local,
        COALESCE(c.closing_contracts, 0) AS closing_contracts,
        {{ stat_earlier('COALESCE(c.closing_contracts, 0)', 1, 'q.quarter_start') }} AS closing_contracts_before,
        COALESCE(c.new_contracts, 0) AS new_contracts,
        COALESCE(c.lapsed_contracts, 0) AS lapsed_contracts,
        COALESCE(c.contract_seats, 0) AS contract_seats,
        COALESCE(c.contract_arr_usd, 0) AS contract_arr_usd,
        COALESCE(a.open_local, 0) AS open_local,
        COALESCE(a.overdue_local, 0) AS overdue_local,
        COALESCE(a.allowance_local, 0) AS allowance_local,
        {{ stat_earlier('COALESCE(a.allowance_local, 0)', 1, 'q.quarter_start') }} AS allowance_before_local,
        COALESCE(p.collected_local, 0) AS collected_local,
        COALESCE(p.payments, 0) AS payments,
        COALESCE(p.paid_late, 0) AS paid_late,
        COALESCE(p.fees_usd, 0) AS fees_usd,
        COALESCE(h.people, 0) AS people,
        COALESCE(h.payroll_usd, 0) AS payroll_usd
    FROM (
        SELECT
            {{ stat_quarter_start('m.month_start', 4) }} AS quarter_start,
            {{ stat_fiscal_year('m.month_start', 4) }} AS local_year,
            MAX(m.month_start) AS last_month,
            MAX(m.month_end) AS quarter_end,
            COUNT(*) AS months_in_quarter
        FROM (
            {{ stat_months('2022-04-01') }}
        ) m
        GROUP BY 1, 2
    ) q
    LEFT JOIN (
        SELECT
            {{ stat_quarter_start('f.month_start', 4) }} AS quarter_start,
            SUM(f.recognized_local) AS revenue_local,
            {{ sum_where("f.product_line = 'cloud'", 'f.recognized_local') }} AS revenue_cloud_local,
            {{ sum_where("f.product_line = 'self_managed'", 'f.recognized_local') }} AS revenue_licences_local,
            {{ sum_where("f.product_line in ('addon', 'services')", 'f.recognized_local') }} AS revenue_other_local,
            SUM(f.group_recognized_usd) AS group_revenue_usd,
            SUM(f.framework_difference_local) AS framework_difference_local,
            SUM(f.billed_local) AS billed_local,
            SUM(f.credited_local) AS credited_local,
            SUM(f.refunded_local) AS refunded_local,
            SUM(CASE WHEN f.month_start = x.last_month THEN f.deferred_income_local ELSE 0 END) AS deferred_local,
            SUM(CASE WHEN f.month_start = x.last_month THEN f.contract_assets_local ELSE 0 END) AS contract_assets_local
        FROM {{ ref('fct_stat_in_revenue_monthly') }} f
        INNER JOIN (
            SELECT
                {{ stat_quarter_start('f.month_start', 4) }} AS quarter_start,
                MAX(f.month_start) AS last_month
            FROM {{ ref('fct_stat_in_revenue_monthly') }} f
            GROUP BY 1
        ) x
            ON x.quarter_start = {{ stat_quarter_start('f.month_start', 4) }}
        GROUP BY 1
    ) r
        ON r.quarter_start = q.quarter_start
    LEFT JOIN (
        SELECT
            {{ stat_quarter_start('d.document_date', 4) }} AS quarter_start,
            COUNT(*) AS documents,
            COUNT(DISTINCT d.customer_id) AS customers,
            SUM(d.tax_local) AS tax_billed_local
        FROM {{ ref('int_stat_in_documents') }} d
        GROUP BY 1
    ) n
        ON n.quarter_start = q.quarter_start
    LEFT JOIN (
        -- IFRS 8.34 IS APPLIED BY ANALOGY: SHARE OF THE LARGEST CUSTOMER IN WHAT WAS INVOICED
        SELECT
            y.quarter_start,
            {{ safe_divide('MAX(y.net_local)', 'SUM(y.net_local)', 4) }} AS largest_customer_share
        FROM (
            SELECT
                {{ stat_quarter_start('d.document_date', 4) }} AS quarter_start,
                COALESCE(d.account_id, d.customer_id) AS customer,
                SUM(d.net_local) AS net_local
            FROM {{ ref('int_stat_in_documents') }} d
            GROUP BY 1, 2
            HAVING SUM(d.net_local) > 0
        ) y
        GROUP BY y.quarter_start
    ) l
        ON l.quarter_start = q.quarter_start
    LEFT JOIN (
        SELECT
            {{ stat_quarter_start('t.period_start', 4) }} AS quarter_start,
            SUM(t.tax_due_local) AS tax_due_local,
            SUM(t.unexplained_tax_local) AS tax_unexplained_local
        FROM {{ ref('fct_stat_in_tax_returns') }} t
        GROUP BY 1
    ) t
        ON t.quarter_start = q.quarter_start
    LEFT JOIN (
        SELECT
            {{ stat_quarter_start('v.month_start', 4) }} AS quarter_start,
            SUM(CASE WHEN v.month_start = w.last_month THEN v.closing_contracts ELSE 0 END) AS closing_contracts,
            SUM(v.new_contracts + v.returned_contracts) AS new_contracts,
            SUM(v.lapsed_contracts) AS lapsed_contracts,
            SUM(CASE WHEN v.month_start = w.last_month THEN v.seats ELSE 0 END) AS contract_seats,
            SUM(CASE WHEN v.month_start = w.last_month THEN v.arr_usd ELSE 0 END) AS contract_arr_usd
        FROM {{ ref('fct_stat_in_contracts_monthly') }} v
        INNER JOIN (
            SELECT
                {{ stat_quarter_start('m.month_start', 4) }} AS quarter_start,
                MAX(m.month_start) AS last_month
            FROM (
                {{ stat_months('2022-04-01') }}
            ) m
            GROUP BY 1
        ) w
            ON w.quarter_start = {{ stat_quarter_start('v.month_start', 4) }}
        GROUP BY 1
    ) c
        ON c.quarter_start = q.quarter_start
    LEFT JOIN (
        SELECT
            z.month_start,
            SUM(z.open_local) AS open_local,
            SUM(CASE WHEN z.bucket_order > 0 THEN z.open_local ELSE 0 END) AS overdue_local,
            SUM(z.allowance_local) AS allowance_local
        FROM {{ ref('fct_stat_in_receivables_monthly') }} z
        GROUP BY z.month_start
    ) a
        ON a.month_start = q.last_month
    LEFT JOIN (
        SELECT
            {{ stat_quarter_start('s.paid_on', 4) }} AS quarter_start,
            SUM(s.amount_functional) AS collected_local,
            COUNT(*) AS payments,
            SUM(CASE WHEN s.paid_on > s.due_on THEN 1 ELSE 0 END) AS paid_late,
            {{ money('SUM(s.fee_usd)') }} AS fees_usd
        FROM {{ ref('int_stat_payments') }} s
        WHERE s.entity_code = 'IN'
        GROUP BY 1
    ) p
        ON p.quarter_start = q.quarter_start
    LEFT JOIN (
        SELECT
            {{ stat_quarter_start('h.month_start', 4) }} AS quarter_start,
            COUNT(DISTINCT h.employee_id) AS people,
            SUM(h.cost_usd) AS payroll_usd
        FROM {{ ref('int_stat_payroll') }} h
        WHERE h.entity_code = 'IN'
        GROUP BY 1
    ) h
        ON h.quarter_start = q.quarter_start
) k
