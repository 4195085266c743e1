CREATE TABLE "helloasso_payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"part" smallint NOT NULL,
	"receipted" boolean NOT NULL,
	"receipt_number" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helloasso_payments_once" UNIQUE("reference","part"),
	CONSTRAINT "helloasso_payments_part" CHECK ("helloasso_payments"."part" in (0, 1)),
	CONSTRAINT "helloasso_payments_receipt" CHECK ("helloasso_payments"."receipted" or "helloasso_payments"."receipt_number" is null)
);
--> statement-breakpoint
ALTER TABLE "sheet_rows" ADD COLUMN "cents" bigint;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD COLUMN "signature_id" uuid;--> statement-breakpoint
ALTER TABLE "helloasso_payments" ADD CONSTRAINT "helloasso_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organisation_settings" ADD CONSTRAINT "organisation_settings_signature_id_documents_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "organisation_settings_signature" ON "organisation_settings" USING btree ("signature_id");