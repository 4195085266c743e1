ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_known";--> statement-breakpoint
ALTER TABLE "permission_grants" DROP CONSTRAINT "permission_grants_user_id_permission_pk";--> statement-breakpoint
ALTER TABLE "permission_grants" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "permission_grants" ADD COLUMN "sector_id" uuid;--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_sector_id_sectors_id_fk" FOREIGN KEY ("sector_id") REFERENCES "public"."sectors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "permission_grants_sector" ON "permission_grants" USING btree ("sector_id");--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_one" UNIQUE NULLS NOT DISTINCT("user_id","permission","sector_id");--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_in_sector" CHECK ("permission_grants"."sector_id" is null or "permission_grants"."permission" in ('EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE'));--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_everywhere" CHECK ("permission_grants"."sector_id" is not null or "permission_grants"."permission" <> 'ACCOUNTS_MANAGE');--> statement-breakpoint
ALTER TABLE "permission_grants" ADD CONSTRAINT "permission_grants_known" CHECK ("permission_grants"."permission" in ('ADMIN_MANAGE_USERS_PERMISSIONS', 'NEWS_PUBLISH', 'AUDIT_READ', 'EXPORT_PERSONAL_DATA', 'BENEFICIARY_READ_RESTRICTED', 'ACCOUNTS_MANAGE'));