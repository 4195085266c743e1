CREATE TABLE "task_items" (
	"task_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"outcome" text,
	"reason" text,
	CONSTRAINT "task_items_task_id_item_id_pk" PRIMARY KEY("task_id","item_id"),
	CONSTRAINT "task_items_outcome" CHECK ("task_items"."outcome" is null or "task_items"."outcome" in ('done', 'left_out', 'failed')),
	CONSTRAINT "task_items_reason" CHECK (("task_items"."reason" is not null) = coalesce("task_items"."outcome" in ('left_out', 'failed'), false))
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"query" jsonb NOT NULL,
	"request_id" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"left_out" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"lease_holder" uuid,
	"lease_ends_at" timestamp (3) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tasks_state" CHECK ("tasks"."state" in ('waiting', 'running', 'done', 'cancelled', 'failed', 'stopped')),
	CONSTRAINT "tasks_counts" CHECK (least("tasks"."done", "tasks"."left_out", "tasks"."failed") >= 0 and "tasks"."done" + "tasks"."left_out" + "tasks"."failed" <= "tasks"."total"),
	CONSTRAINT "tasks_done_whole" CHECK ("tasks"."state" <> 'done' or "tasks"."done" + "tasks"."left_out" + "tasks"."failed" = "tasks"."total"),
	CONSTRAINT "tasks_finished" CHECK (("tasks"."finished_at" is null) = ("tasks"."state" in ('waiting', 'running'))),
	CONSTRAINT "tasks_started" CHECK ("tasks"."state" not in ('running', 'done') or "tasks"."started_at" is not null),
	CONSTRAINT "tasks_lease" CHECK ("tasks"."lease_holder" is null or ("tasks"."lease_ends_at" is not null and "tasks"."state" = 'running'))
);
--> statement-breakpoint
ALTER TABLE "task_items" ADD CONSTRAINT "task_items_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "task_items_next" ON "task_items" USING btree ("task_id","position") WHERE "task_items"."outcome" is null;--> statement-breakpoint
CREATE INDEX "task_items_exceptions" ON "task_items" USING btree ("task_id","position") WHERE "task_items"."outcome" in ('left_out', 'failed');--> statement-breakpoint
CREATE INDEX "tasks_of_owner" ON "tasks" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tasks_under_way" ON "tasks" USING btree ("owner_id") WHERE "tasks"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "tasks_due" ON "tasks" USING btree ("lease_ends_at","created_at") WHERE "tasks"."state" in ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "tasks_created" ON "tasks" USING btree ("created_at");--> statement-breakpoint
CREATE FUNCTION refuse_second_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what is over in % stays as it is', TG_TABLE_NAME USING ERRCODE = 'check_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER tasks_end_once BEFORE UPDATE OF state, total, done, left_out, failed, finished_at ON tasks FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION refuse_second_outcome();--> statement-breakpoint
CREATE TRIGGER task_items_once BEFORE UPDATE ON task_items FOR EACH ROW WHEN (OLD.outcome IS NOT NULL) EXECUTE FUNCTION refuse_second_outcome();--> statement-breakpoint
INSERT INTO retention_policies (data_kind, months, days) VALUES ('tasks', 0, 30);
