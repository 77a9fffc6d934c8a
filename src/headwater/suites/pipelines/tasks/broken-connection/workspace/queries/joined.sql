-- Report of the office: how many people joined in each month of the last year, and the addresses of the latest.
SELECT date_trunc('month', created_at) AS month, count(*) AS people,
    (array_agg(email ORDER BY created_at DESC, id DESC))[1] AS latest
FROM app.users
WHERE created_at >= current_date - 365
GROUP BY month
ORDER BY month;
