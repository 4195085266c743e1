CREATE TABLE "deleted_content_files" (
	"record_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	CONSTRAINT "deleted_content_files_record_id_document_id_pk" PRIMARY KEY("record_id","document_id")
);
--> statement-breakpoint
CREATE TABLE "deleted_contents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entity_type" text NOT NULL,
	"name" jsonb NOT NULL,
	"row" jsonb NOT NULL,
	"secrets" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"batch" uuid NOT NULL,
	"email" "citext",
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"deleted_by" uuid
);
--> statement-breakpoint
ALTER TABLE "deleted_content_files" ADD CONSTRAINT "deleted_content_files_record_id_deleted_contents_id_fk" FOREIGN KEY ("record_id") REFERENCES "public"."deleted_contents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_content_files" ADD CONSTRAINT "deleted_content_files_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_contents" ADD CONSTRAINT "deleted_contents_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_content_files_document" ON "deleted_content_files" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "deleted_contents_by_type" ON "deleted_contents" USING btree ("entity_type","deleted_at","id");--> statement-breakpoint
CREATE INDEX "deleted_contents_by_age" ON "deleted_contents" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_contents_batch" ON "deleted_contents" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "deleted_contents_email" ON "deleted_contents" USING btree (lower("email"::text)) WHERE "deleted_contents"."email" is not null;--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('deleted_contents', 0, 30);
