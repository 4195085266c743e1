CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The texts of a record as a search reads them, without capitals and accents. `unaccent` alone is no part of an index: it would change with the
-- dictionary of its name, which is fixed here. It begins with a space, as the words after the first one do.
CREATE FUNCTION searched_text(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 300
RETURN ' ' || lower(unaccent('unaccent'::regdictionary, array_to_string(parts, ' ')));
--> statement-breakpoint
DROP INDEX "audit_log_entity";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "audit_log_at";--> statement-breakpoint
DROP INDEX "audit_log_action";--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_entity_type" ON "audit_log" USING btree ("entity_type","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_both_kinds" ON "audit_log" USING btree ("entity_type","action","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","at","seq");--> statement-breakpoint
CREATE INDEX "audit_log_by_actor_kind" ON "audit_log" USING btree ("actor_kind","at","seq") WHERE "audit_log"."actor_kind" <> 'user';--> statement-breakpoint
CREATE INDEX "audit_log_by_entity" ON "audit_log" USING btree ("entity_id" text_pattern_ops,"entity_type");--> statement-breakpoint
CREATE INDEX "audit_log_by_request" ON "audit_log" USING btree ("request_id" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "audit_log_searched" ON "audit_log" USING gin (searched_text("action", "entity_type", case when length("entity_id") < 36 then "entity_id" end, "reason") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_searched" ON "messages" USING gin (searched_text('M-' || "number"::text, 'M-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "name", "email"::text, "body") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "countries_searched" ON "countries" USING gin (searched_text("name"->>'fr', "name"->>'en', "iso2", "iso3") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "documents_papers_by_day" ON "documents" USING btree ("created_at","id") WHERE "documents"."verification" is not null;--> statement-breakpoint
CREATE INDEX "documents_papers_by_purge" ON "documents" USING btree ("purge_at","id") WHERE "documents"."verification" is not null;--> statement-breakpoint
CREATE INDEX "events_searched" ON "events" USING gin (searched_text("title"->>'fr', "title"->>'en', "summary"->>'fr', "summary"->>'en', "place_name", "place_address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "faq_categories_searched" ON "faq_categories" USING gin (searched_text("name"->>'fr', "name"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "faq_questions_searched" ON "faq_questions" USING gin (searched_text("question"->>'fr', "question"->>'en', "answer"->>'fr', "answer"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "further_support_searched" ON "further_support" USING gin (searched_text("name", "description"->>'fr', "description"->>'en', "phone") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "further_support_categories_searched" ON "further_support_categories" USING gin (searched_text("name"->>'fr', "name"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "applications_searched" ON "applications" USING gin (searched_text('C-' || "number"::text, 'C-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "name", "email"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "jobs_searched" ON "jobs" USING gin (searched_text("title"->>'fr', "title"->>'en', "summary"->>'fr', "summary"->>'en', "place"->>'fr', "place"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "legal_documents_by_update" ON "legal_documents" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "legal_documents_searched" ON "legal_documents" USING gin (searched_text("key", "title"->>'fr', "title"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "outgoing_mails_created" ON "outgoing_mails" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_by_status" ON "outgoing_mails" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "outgoing_mails_searched" ON "outgoing_mails" USING gin (searched_text("recipient", "subject") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "oauth_clients_searched" ON "oauth_clients" USING gin (searched_text("name", "client_id") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "partners_searched" ON "partners" USING gin (searched_text("name", "description"->>'fr', "description"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pledges_searched" ON "pledges" USING gin (searched_text("reference", "name", "email"::text, "company") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "portraits_searched" ON "portraits" USING gin (searched_text("name", "role"->>'fr', "role"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "press_searched" ON "press" USING gin (searched_text("title"->>'fr', "title"->>'en', "outlet") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "data_requests_searched" ON "data_requests" USING gin (searched_text('D-' || "number"::text, 'D-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "email"::text) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "projects_searched" ON "projects" USING gin (searched_text("name"->>'fr', "name"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "registration_links_searched" ON "registration_links" USING gin (searched_text("label") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "unanswered_searches_searched" ON "unanswered_searches" USING gin (searched_text("words") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "shortcuts_searched" ON "shortcuts" USING gin (searched_text("label"->>'fr', "label"->>'en', "target") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sectors_searched" ON "sectors" USING gin (searched_text("name", "city", "postcode") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "testimonials_searched" ON "testimonials" USING gin (searched_text('T-' || "number"::text, 'T-' || lpad("number"::text, greatest(5, length("number"::text)), '0'), "initials", "speaker"->>'fr', "speaker"->>'en', "quote"->>'fr', "quote"->>'en') gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_searched" ON "users" USING gin (searched_text("first_name", "last_name", "email"::text, "phone") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "verification_chats_turn" ON "verification_chats" USING btree ((case "status" when 'waiting_staff' then 1 when 'open' then 2 when 'waiting_user' then 3 else 4 end),"last_message_at","id");
--> statement-breakpoint
-- Which kinds of changes are about which things: without it the planner walks the whole log for two that never meet.
CREATE STATISTICS audit_log_kinds (mcv, dependencies) ON action, entity_type FROM audit_log;
