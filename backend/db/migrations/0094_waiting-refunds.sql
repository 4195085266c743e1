CREATE TABLE "waiting_refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"submission" uuid,
	"reason" text,
	"ordered_by" uuid,
	CONSTRAINT "waiting_refunds_providerReference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "waiting_refunds_submission_unique" UNIQUE("submission"),
	CONSTRAINT "waiting_refunds_amount" CHECK ("waiting_refunds"."amount_cents" > 0),
	CONSTRAINT "waiting_refunds_ordered" CHECK (num_nonnulls("waiting_refunds"."submission", "waiting_refunds"."reason") in (0, 2))
);
--> statement-breakpoint
ALTER TABLE "pending_debits" ALTER COLUMN "pledge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_debits" ADD COLUMN "membership_id" uuid;--> statement-breakpoint
ALTER TABLE "waiting_refunds" ADD CONSTRAINT "waiting_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_refunds" ADD CONSTRAINT "waiting_refunds_ordered_by_users_id_fk" FOREIGN KEY ("ordered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_refunds_of_payment" ON "waiting_refunds" USING btree ("payment_id");--> statement-breakpoint
ALTER TABLE "pending_debits" ADD CONSTRAINT "pending_debits_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pending_debits_of_membership" ON "pending_debits" USING btree ("membership_id");--> statement-breakpoint
ALTER TABLE "pending_debits" ADD CONSTRAINT "pending_debits_of" CHECK (num_nonnulls("pending_debits"."pledge_id", "pending_debits"."membership_id") = 1);