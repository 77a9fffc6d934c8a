-- Somebody reports an activity.
INSERT INTO social.reports (activity_id, reporter_id, reason)
VALUES (%(activity_id)s, %(reporter_id)s, %(reason)s)
RETURNING report_id;
