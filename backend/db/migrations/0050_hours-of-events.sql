ALTER TABLE "volunteer_hours" DROP CONSTRAINT "volunteer_hours_event_id_events_id_fk";
--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD CONSTRAINT "volunteer_hours_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;