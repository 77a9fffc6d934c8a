-- Billing operations, every night at 02:30 UTC, from their own scheduler.
SELECT app.expire_trials(current_date);
