-- The columns of a person's history, sorted by person, for queries/user_history.sql.
ALTER TABLE app.events ADD PROJECTION IF NOT EXISTS by_user (
    SELECT user_id, event_ts, event_id, event_type, amount_cents
    ORDER BY user_id, event_ts
);
