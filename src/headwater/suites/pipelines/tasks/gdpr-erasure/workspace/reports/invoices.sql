-- Postgres: invoices for the tax return.
SELECT country, count(*) AS invoices, sum(amount) AS amount FROM app.invoices GROUP BY country ORDER BY country
