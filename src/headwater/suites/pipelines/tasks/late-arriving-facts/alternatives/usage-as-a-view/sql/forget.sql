DELETE FROM mart.positions;
DELETE FROM mart.records;
DELETE FROM mart.adjustments;
