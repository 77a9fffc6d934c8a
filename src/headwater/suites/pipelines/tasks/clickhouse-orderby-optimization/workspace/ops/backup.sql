-- Runs each night at each site. Tables that are being rebuilt are left out: the table itself is saved, and a restored site
-- must not come up with two.
BACKUP DATABASE analytics EXCEPT TABLES analytics.events_rebuild
TO Disk('backups', 'analytics.zip')
SETTINGS compression_method = 'zstd';
