ALTER TABLE "checkouts" ALTER COLUMN "pledge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "membership_id" uuid;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_of_membership" ON "checkouts" USING btree ("membership_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_open_once_for_dues" ON "checkouts" USING btree ("membership_id") WHERE "checkouts"."state" = 'open';--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_of" CHECK (num_nonnulls("checkouts"."pledge_id", "checkouts"."membership_id") = 1);