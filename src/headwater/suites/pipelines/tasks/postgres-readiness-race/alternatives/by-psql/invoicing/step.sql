-- Apply the migration :file with number :version and SHA-256 :checksum, unless it is already applied.
SELECT coalesce((SELECT checksum FROM ops.schema_migrations WHERE version = :version), '') AS applied \gset
SELECT :'applied' = '' AS missing, :'applied' NOT IN ('', :'checksum') AS changed \gset
\if :changed
DO $$ BEGIN RAISE EXCEPTION 'a migration was changed after it had been applied'; END $$;
\endif
\if :missing
BEGIN;
\i :file
INSERT INTO ops.schema_migrations (version, name, checksum, applied_at)
VALUES (:version, :'name', :'checksum', now());
COMMIT;
\endif
