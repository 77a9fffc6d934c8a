-- The moderators' page: reports and what they are about.
SELECT r.report_id, r.activity_id, r.reporter_id, r.reason, a.kind, a.body
FROM social.reports r
LEFT JOIN social.activity a ON a.activity_id = r.activity_id
WHERE r.report_id BETWEEN %(first)s AND %(last)s
ORDER BY r.report_id;
