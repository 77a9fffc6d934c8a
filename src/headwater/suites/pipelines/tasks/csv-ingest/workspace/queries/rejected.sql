-- Support's list in the morning, without the ending of the file, which is the gym.
SELECT substring(file, 1, position(file, '.csv') - 1) AS gym, line, reason
FROM analytics.rejected_rows
ORDER BY gym, line;
