ALTER TABLE "event_quotas" DROP CONSTRAINT "event_quotas_event_id_event_registration_rules_event_id_fk";
--> statement-breakpoint
ALTER TABLE "event_quotas" ADD CONSTRAINT "event_quotas_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;