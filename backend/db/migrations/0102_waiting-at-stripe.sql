CREATE TABLE "open_disputes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"payment_id" uuid NOT NULL,
	"provider_reference" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"needs_answer" boolean NOT NULL,
	"answer_by" date,
	CONSTRAINT "open_disputes_providerReference_unique" UNIQUE("provider_reference"),
	CONSTRAINT "open_disputes_amount" CHECK ("open_disputes"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "provider_comparisons" ADD COLUMN "differed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "open_disputes" ADD CONSTRAINT "open_disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "open_disputes_of_payment" ON "open_disputes" USING btree ("payment_id");