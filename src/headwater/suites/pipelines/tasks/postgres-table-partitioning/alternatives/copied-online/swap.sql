LOCK TABLE social.activity, social.reports IN ACCESS EXCLUSIVE MODE;
-- Delete the rows that the app deleted while their batch was copied.
DELETE FROM social.activity_next n
WHERE NOT EXISTS (SELECT FROM social.activity a WHERE a.activity_id = n.activity_id);
ALTER TABLE social.reports DROP CONSTRAINT reports_activity_id_fkey;
DROP TABLE social.activity;
DROP FUNCTION social.mirror();
ALTER TABLE social.activity_next RENAME TO activity;
CREATE TRIGGER count_activity AFTER INSERT ON social.activity FOR EACH ROW EXECUTE FUNCTION social.count_activity();
GRANT SELECT ON social.activity TO PUBLIC;

CREATE FUNCTION social.report_of_something() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- FOR KEY SHARE prevents the deletion of the activity before the report is inserted.
    PERFORM FROM social.activity WHERE activity_id = new.activity_id FOR KEY SHARE;
    IF NOT FOUND AND new.activity_id IS NOT NULL THEN
        RAISE EXCEPTION 'nothing to report: %', new.activity_id USING ERRCODE = 'foreign_key_violation';
    END IF;
    RETURN new;
END
$$;
CREATE TRIGGER report_of_something BEFORE INSERT ON social.reports
FOR EACH ROW EXECUTE FUNCTION social.report_of_something();

CREATE FUNCTION social.release_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE social.reports SET activity_id = NULL WHERE activity_id = old.activity_id;
    RETURN NULL;
END
$$;
CREATE TRIGGER release_reports AFTER DELETE ON social.activity
FOR EACH ROW WHEN (current_setting('social.moves', true) IS DISTINCT FROM 'yes')
EXECUTE FUNCTION social.release_reports();
