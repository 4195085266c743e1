CREATE TABLE "import_mappings" (
	"owner_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "import_mappings_owner_id_subject_pk" PRIMARY KEY("owner_id","subject")
);
--> statement-breakpoint
CREATE TABLE "sheet_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sheet_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"draft" jsonb,
	"problems" jsonb,
	"match_key" text,
	"label" text,
	"foretold" text,
	"outcome" text,
	"refusal" jsonb,
	"changes" jsonb,
	"record_id" uuid,
	"record_version" text,
	"former" jsonb,
	"undo" text,
	CONSTRAINT "sheet_rows_line" UNIQUE("sheet_id","line"),
	CONSTRAINT "sheet_rows_foretold" CHECK ("sheet_rows"."foretold" in ('created', 'changed', 'unchanged', 'refused')),
	CONSTRAINT "sheet_rows_outcome" CHECK ("sheet_rows"."outcome" in ('created', 'changed', 'unchanged', 'refused')),
	CONSTRAINT "sheet_rows_undo" CHECK ("sheet_rows"."undo" in ('done', 'touched', 'gone', 'in_use')),
	CONSTRAINT "sheet_rows_record" CHECK ("sheet_rows"."outcome" is null or "sheet_rows"."outcome" not in ('created', 'changed') or ("sheet_rows"."record_id" is not null and "sheet_rows"."record_version" is not null)),
	CONSTRAINT "sheet_rows_former" CHECK ("sheet_rows"."outcome" is distinct from 'changed' or "sheet_rows"."former" is not null),
	CONSTRAINT "sheet_rows_undone" CHECK ("sheet_rows"."undo" is null or coalesce("sheet_rows"."outcome" in ('created', 'changed'), false))
);
--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "columns" jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "mapping" jsonb;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "agreed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "undone_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "task_id" uuid;--> statement-breakpoint
ALTER TABLE "sheets" ADD COLUMN "undo_task_id" uuid;--> statement-breakpoint
ALTER TABLE "import_mappings" ADD CONSTRAINT "import_mappings_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheet_rows" ADD CONSTRAINT "sheet_rows_sheet_id_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."sheets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_mappings_used" ON "import_mappings" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "sheet_rows_key" ON "sheet_rows" USING btree ("sheet_id","match_key");--> statement-breakpoint
CREATE INDEX "sheet_rows_foretold" ON "sheet_rows" USING btree ("sheet_id","foretold","line");--> statement-breakpoint
CREATE INDEX "sheet_rows_outcome" ON "sheet_rows" USING btree ("sheet_id","outcome","line");--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_undo_task_id_tasks_id_fk" FOREIGN KEY ("undo_task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheets_task" ON "sheets" USING btree ("task_id");--> statement-breakpoint
CREATE INDEX "sheets_undo_task" ON "sheets" USING btree ("undo_task_id");--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_undone_once_started" CHECK ("sheets"."undone_at" is null or "sheets"."started_at" is not null);