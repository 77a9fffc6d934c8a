-- Record on the status page that the service is up, with schema version :version.
INSERT INTO ops.service_status (service, state, schema_version, since) VALUES ('invoicing', 'up', :version, now())
ON CONFLICT (service) DO UPDATE
SET state = excluded.state, schema_version = excluded.schema_version, since = excluded.since;
