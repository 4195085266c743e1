CREATE TABLE "helloasso_memberships" (
	"membership_id" uuid PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"fingerprint" text NOT NULL,
	"ordered_on" date NOT NULL,
	"added" boolean NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "helloasso_memberships_fingerprint_unique" UNIQUE("fingerprint")
);
--> statement-breakpoint
CREATE TABLE "donor_contacts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"email" "citext" NOT NULL,
	"first_name" text,
	"last_name" text NOT NULL,
	"street" text NOT NULL,
	"postcode" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "donor_contacts_email_unique" UNIQUE("email"),
	CONSTRAINT "donor_contacts_country" CHECK ("donor_contacts"."country" ~ '^[A-Z]{2}$' and ("donor_contacts"."country" <> 'FR' or "donor_contacts"."postcode" ~ '^[0-9]{5}$'))
);
--> statement-breakpoint
ALTER TABLE "helloasso_memberships" ADD CONSTRAINT "helloasso_memberships_membership_id_memberships_id_fk" FOREIGN KEY ("membership_id") REFERENCES "public"."memberships"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "helloasso_memberships_by_order" ON "helloasso_memberships" USING btree ("reference");