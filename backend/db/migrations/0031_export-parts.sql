CREATE TABLE "export_parts" (
	"task_id" uuid NOT NULL,
	"at" integer NOT NULL,
	"rows" "bytea" NOT NULL,
	CONSTRAINT "export_parts_task_id_at_pk" PRIMARY KEY("task_id","at")
);
--> statement-breakpoint
ALTER TABLE "export_parts" ADD CONSTRAINT "export_parts_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;