-- The ids of records that JSON names. The same for every session, so that an index may have it.
CREATE FUNCTION ids_in(value jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT array(SELECT DISTINCT found[1] FROM regexp_matches(value::text, '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g') found)
$$;--> statement-breakpoint
CREATE INDEX "audit_log_by_named_id" ON "audit_log" USING gin (ids_in("changes")) WHERE "audit_log"."changes" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_by_named_address" ON "audit_log" USING gin (lower("changes"::text) gin_trgm_ops) WHERE "audit_log"."changes"::text like '%@%';
