DROP FUNCTION IF EXISTS rows_only_added();
