-- Accounting, once a year: what each gym took, compared with its books to the cent.
SELECT gym, toYear(event_time) AS year, count(amount) AS payments, toDecimal64(sum(amount), 2) AS taken
FROM analytics.events
GROUP BY gym, year
ORDER BY gym, year;
