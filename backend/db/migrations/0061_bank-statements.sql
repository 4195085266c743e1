CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"statement_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"day" date NOT NULL,
	"amount_cents" integer NOT NULL,
	"name" text,
	"text" text NOT NULL,
	"fingerprint" text NOT NULL,
	"state" text NOT NULL,
	"doubt" text,
	"reason" text,
	"undone_at" timestamp (3) with time zone,
	CONSTRAINT "statement_lines_fingerprint_unique" UNIQUE("fingerprint"),
	CONSTRAINT "statement_lines_amount" CHECK ("statement_lines"."amount_cents" between 1 and 1000000000),
	CONSTRAINT "statement_lines_state" CHECK ("statement_lines"."state" in ('waiting', 'matched', 'ignored')),
	CONSTRAINT "statement_lines_doubt" CHECK ("statement_lines"."doubt" in ('no_reference', 'several_references', 'other_amount', 'already', 'cancelled', 'reversal'))
);--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"file_name" text NOT NULL,
	"format" text NOT NULL,
	"first_day" date,
	"last_day" date,
	"known" integer NOT NULL,
	"debits" integer NOT NULL,
	"reversed" integer DEFAULT 0 NOT NULL,
	"unbooked" integer NOT NULL,
	"created_by" uuid
);--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "statement_line_id" uuid;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_lines_of_statement" ON "statement_lines" USING btree ("statement_id","state","place","id");--> statement-breakpoint
CREATE INDEX "statement_lines_in_turn" ON "statement_lines" USING btree ("statement_id","place","id");--> statement-breakpoint
CREATE INDEX "statement_lines_waiting" ON "statement_lines" USING btree ("day") WHERE "statement_lines"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "statements_by_day" ON "statements" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_statement_line_id_statement_lines_id_fk" FOREIGN KEY ("statement_line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_of_line" ON "payments" USING btree ("statement_line_id") WHERE "payments"."statement_line_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_line_once" ON "payments" USING btree ("statement_line_id","part") WHERE "payments"."statement_line_id" is not null and "payments"."refunded_cents" < "payments"."amount_cents";--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_line" CHECK ("payments"."statement_line_id" is null or ("payments"."method" = 'transfer' and "payments"."refund_of" is null));--> statement-breakpoint
-- A line of a statement waits again once all that was recorded of it is taken back, the last of it as a mistake and none of it returned: that money
-- came, and would be given a second time. The line is locked first, so that whoever takes its last part back sees the others.
CREATE FUNCTION line_waits_again() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE line_of uuid;
BEGIN
  SELECT statement_line_id INTO line_of FROM payments WHERE id = NEW.refund_of;
  IF line_of IS NULL THEN RETURN NULL; END IF;
  PERFORM FROM statement_lines WHERE id = line_of FOR UPDATE;
  UPDATE statement_lines line SET state = 'waiting', undone_at = NEW.created_at, updated_at = NEW.created_at
  WHERE line.id = line_of AND line.state = 'matched'
    AND NOT EXISTS (SELECT FROM payments other WHERE other.statement_line_id = line.id AND other.refunded_cents < other.amount_cents)
    AND NOT EXISTS (SELECT FROM payments other JOIN payments taken ON taken.refund_of = other.id
      WHERE other.statement_line_id = line.id AND taken.reversal = 'refund');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER payments_line_waits AFTER INSERT ON payments FOR EACH ROW WHEN (NEW.reversal = 'mistake') EXECUTE FUNCTION line_waits_again();--> statement-breakpoint
-- What the bank says of a line does not change: an erasure only empties its texts.
CREATE FUNCTION statement_lines_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.statement_id, NEW.place, NEW.day, NEW.amount_cents, NEW.fingerprint) IS DISTINCT FROM (OLD.statement_id, OLD.place, OLD.day, OLD.amount_cents, OLD.fingerprint) THEN
    RAISE EXCEPTION 'a line of a statement does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'statement_lines_stay';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER statement_lines_stay BEFORE UPDATE ON statement_lines FOR EACH ROW EXECUTE FUNCTION statement_lines_stay();
