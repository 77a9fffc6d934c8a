-- Schema 2 as it was before Thursday.
UPDATE registry.schemas s SET fields = c.before -> 'fields'
FROM registry.changes c WHERE c.number = 2 AND s.number = 2 AND c.changed_at = (SELECT min(changed_at) FROM registry.changes WHERE number = 2);
