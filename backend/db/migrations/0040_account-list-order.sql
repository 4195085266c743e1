DROP INDEX "users_role_state";--> statement-breakpoint
DROP INDEX "users_last_name";--> statement-breakpoint
DROP INDEX "users_created";--> statement-breakpoint
DROP INDEX "users_state_changed";--> statement-breakpoint
DROP INDEX "users_seen";--> statement-breakpoint
CREATE INDEX "users_role_last_name" ON "users" USING btree ("role","last_name","id");--> statement-breakpoint
CREATE INDEX "users_role_state" ON "users" USING btree ("role","account_state","last_name","id");--> statement-breakpoint
CREATE INDEX "users_last_name" ON "users" USING btree ("last_name","id");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_state_changed" ON "users" USING btree ("state_changed_at","id");--> statement-breakpoint
CREATE INDEX "users_seen" ON "users" USING btree ("last_interaction_at","id");