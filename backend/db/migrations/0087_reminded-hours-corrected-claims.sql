ALTER TABLE "expense_drafts" ADD COLUMN "corrects_id" uuid;--> statement-breakpoint
ALTER TABLE "volunteer_hours" ADD COLUMN "reminded_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "expense_drafts" ADD CONSTRAINT "expense_drafts_corrects_id_expense_claims_id_fk" FOREIGN KEY ("corrects_id") REFERENCES "public"."expense_claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "expense_drafts" ADD CONSTRAINT "expense_drafts_correctsId_unique" UNIQUE("corrects_id");