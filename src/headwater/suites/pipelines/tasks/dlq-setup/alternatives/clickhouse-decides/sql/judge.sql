SELECT partition, offset, if(reason = '', 'carrier is not known', reason)
FROM incoming
WHERE reason != '' OR NOT has({codes:Array(String)}, JSONExtractString(scan, 'carrier'))
