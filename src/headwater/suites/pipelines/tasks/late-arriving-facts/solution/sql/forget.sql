DELETE FROM mart.positions;
DELETE FROM mart.due;
DELETE FROM mart.daily_usage;
DELETE FROM mart.adjustments;
