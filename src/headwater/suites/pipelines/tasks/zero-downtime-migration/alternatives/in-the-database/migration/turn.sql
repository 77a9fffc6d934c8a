-- One run at a time. COMMIT ends the snapshot, for which CREATE INDEX CONCURRENTLY of the other run would wait.
DO $$
BEGIN
    WHILE NOT pg_try_advisory_lock(90210) LOOP
        COMMIT;
        PERFORM pg_sleep(0.25);
        COMMIT;
    END LOOP;
END
$$;
