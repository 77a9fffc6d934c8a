-- The rules of the application and of the auditors. The history was inserted before they exist here.
CREATE FUNCTION app.before_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.version := CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE OLD.version + 1 END;
    NEW.mrr := CASE WHEN NEW.status = 'active'
        THEN NEW.seats * (SELECT seat_price FROM app.plans p WHERE p.plan = NEW.plan) ELSE 0 END;
    NEW.updated_at := clock_timestamp();
    RETURN NEW;
END
$$;

CREATE TRIGGER before_change BEFORE INSERT OR UPDATE ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION app.before_change();

-- Changes of an account can exceed its limit within a transaction, but not at its end.
CREATE FUNCTION app.limit_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(seats) FROM app.subscriptions s WHERE s.account = NEW.account AND s.status IN ('trial', 'active'))
        > (SELECT seat_limit FROM app.accounts a WHERE a.account = NEW.account) THEN
        RAISE EXCEPTION 'the account % has no more seats', NEW.account USING ERRCODE = 'check_violation';
    END IF;
    RETURN NULL;
END
$$;

CREATE CONSTRAINT TRIGGER limit_seats AFTER INSERT OR UPDATE ON app.subscriptions
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.limit_seats();

CREATE FUNCTION app.expire_trials(day date) RETURNS bigint LANGUAGE sql AS $$
    WITH expired AS (
        UPDATE app.subscriptions SET status = 'expired' WHERE status = 'trial' AND trial_ends < day RETURNING 1
    )
    SELECT count(*) FROM expired
$$;

CREATE FUNCTION audit.record() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
    INSERT INTO audit.changes
        (subscription, version, kind, account, plan, seats, status, trial_ends, terms, mrr, changed_at, event_id)
    VALUES (
        NEW.id, NEW.version,
        CASE WHEN TG_OP = 'INSERT' THEN 'opened'
            WHEN NEW.status <> OLD.status AND NEW.status IN ('expired', 'cancelled') THEN NEW.status
            ELSE 'changed' END,
        NEW.account, NEW.plan, NEW.seats, NEW.status, NEW.trial_ends, NEW.terms, NEW.mrr, NEW.updated_at, gen_random_uuid()
    );
    RETURN NULL;
END
$$;

CREATE TRIGGER record AFTER INSERT OR UPDATE ON app.subscriptions FOR EACH ROW EXECUTE FUNCTION audit.record();

CREATE FUNCTION audit.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit trail cannot be changed';
END
$$;

CREATE TRIGGER refuse BEFORE UPDATE OR DELETE OR TRUNCATE ON audit.changes EXECUTE FUNCTION audit.refuse();

CREATE INDEX subscriptions_account ON app.subscriptions (account);

ANALYZE;
