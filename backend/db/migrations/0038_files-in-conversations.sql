ALTER TABLE "message_replies" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "application_replies" ADD COLUMN "file_id" uuid;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_file_id_documents_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_file_id_documents_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."documents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_replies" ADD CONSTRAINT "message_replies_fileId_unique" UNIQUE("file_id");--> statement-breakpoint
ALTER TABLE "application_replies" ADD CONSTRAINT "application_replies_fileId_unique" UNIQUE("file_id");