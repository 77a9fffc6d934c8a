#!/bin/sh
# Sundays: files of more than six weeks leave the folder. Their events are in ClickHouse; queries/year.sql needs them.
exec find exports -name '*.csv' -mtime +42 -exec mv {} "${ARCHIVE:?}" \;
