CREATE TABLE "annual_declarations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"year" smallint NOT NULL,
	"place" smallint NOT NULL,
	"filed_on" date NOT NULL,
	"reference" text NOT NULL,
	"receipts" integer NOT NULL,
	"cents" bigint NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	"recorded_by" uuid NOT NULL,
	CONSTRAINT "annual_declarations_place" UNIQUE("year","place"),
	CONSTRAINT "annual_declarations_year_over" CHECK ("annual_declarations"."filed_on" > make_date("annual_declarations"."year", 12, 31)),
	CONSTRAINT "annual_declarations_reference" CHECK (length("annual_declarations"."reference") between 1 and 100),
	CONSTRAINT "annual_declarations_counted" CHECK ("annual_declarations"."receipts" >= 0 and "annual_declarations"."cents" >= 0 and ("annual_declarations"."receipts" = 0) = ("annual_declarations"."cents" = 0)),
	CONSTRAINT "annual_declarations_placed" CHECK ("annual_declarations"."place" > 0),
	CONSTRAINT "annual_declarations_not_ahead" CHECK ("annual_declarations"."counted_at" <= "annual_declarations"."created_at")
);
--> statement-breakpoint
ALTER TABLE "annual_declarations" ADD CONSTRAINT "annual_declarations_recorded_by_users_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "fiscal_receipts_cancelled_of_year" ON "fiscal_receipts" USING btree ("year","cancelled_at") WHERE "fiscal_receipts"."status" = 'cancelled';--> statement-breakpoint
-- A declaration stays as it was filed: a corrected one is another.
CREATE FUNCTION annual_declarations_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a declaration does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'annual_declarations_stay';
END $$;
--> statement-breakpoint
CREATE TRIGGER annual_declarations_stay BEFORE UPDATE OR DELETE ON annual_declarations FOR EACH ROW EXECUTE FUNCTION annual_declarations_stay();
