CREATE INDEX "memberships_in_state_by_end" ON "memberships" USING btree ("status","end_date","id");--> statement-breakpoint
CREATE INDEX "memberships_in_state_by_day" ON "memberships" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_year" ON "payments" USING btree ((extract(year from "received_on")),"created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_reversal" ON "payments" USING btree ("reversal","received_on","id") WHERE "payments"."reversal" is not null;--> statement-breakpoint
CREATE INDEX "payments_with_refunds" ON "payments" USING btree ("received_on","id") WHERE "payments"."refunded_cents" > 0;--> statement-breakpoint
CREATE INDEX "payments_of_dues" ON "payments" USING btree ("received_on","id") WHERE "payments"."membership_id" is not null;--> statement-breakpoint
CREATE INDEX "pledges_by_donor" ON "pledges" USING btree ("donor","created_at","id");--> statement-breakpoint
CREATE INDEX "pledges_by_rhythm" ON "pledges" USING btree ("rhythm","created_at","id");--> statement-breakpoint
CREATE INDEX "verification_chats_owner" ON "verification_chats" USING btree ("owner_id",(case "status" when 'waiting_staff' then 1 when 'open' then 2 when 'waiting_user' then 3 else 4 end),(coalesce("waiting_since", "last_message_at")),"id");--> statement-breakpoint
CREATE INDEX "verification_chats_unowned" ON "verification_chats" USING btree ((case "status" when 'waiting_staff' then 1 when 'open' then 2 when 'waiting_user' then 3 else 4 end),(coalesce("waiting_since", "last_message_at")),"id") WHERE "verification_chats"."owner_id" is null;