ALTER TABLE "sheets" ADD COLUMN "check_task_id" uuid;--> statement-breakpoint
ALTER TABLE "sheets" ADD CONSTRAINT "sheets_check_task_id_tasks_id_fk" FOREIGN KEY ("check_task_id") REFERENCES "public"."tasks"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sheets_check_task" ON "sheets" USING btree ("check_task_id");