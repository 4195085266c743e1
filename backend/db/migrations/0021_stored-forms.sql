CREATE TABLE "stored_forms" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stored_forms_size" CHECK (length("stored_forms"."sealed") <= 600000),
	CONSTRAINT "stored_forms_lifetime" CHECK ("stored_forms"."expires_at" <= "stored_forms"."created_at" + interval '30 minutes')
);
--> statement-breakpoint
ALTER TABLE "stored_forms" ADD CONSTRAINT "stored_forms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stored_forms_token" ON "stored_forms" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "stored_forms_owner" ON "stored_forms" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "stored_forms_end" ON "stored_forms" USING btree ("expires_at");