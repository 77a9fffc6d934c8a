-- This script records on the status page that the service is up, with version :version of the schema.
INSERT INTO ops.service_status (service, state, schema_version, since) VALUES ('invoicing', 'up', :version, now())
ON CONFLICT (service) DO UPDATE
SET state = excluded.state, schema_version = excluded.schema_version, since = excluded.since;
