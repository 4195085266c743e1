import { contentOfType } from "#contract/publishing/content-names";
import type { Translate } from "~/i18n/translate";

/** Actions with their own label; others are composed of entity and verb. */
const named = [
  "user.verifyEmail",
  "user.submitFile",
  "account.ask",
  "account.accept",
  "account.refuse",
  "account.take_back",
  "user.reconsider",
  "user.suspend",
  "user.reopen",
  "user.restore",
  "user.recheck",
  "user.oweFile",
  "user.waiveFile",
  "user.leave",
  "user.email_change",
  "user.email_restore",
  "pledge.stop",
  "pledge.address",
  "pledge.receipt",
  "pledge.donor",
  "user.rights",
  "user.end_sessions",
  "user.read_restricted",
  "user.read_documents",
  "people.read_restricted",
  "criteria.try",
  "driver.approve",
  "driver.block",
  "list.export",
  "oauth_client.create",
  "oauth_client.edit",
  "oauth_client.rotate",
  "oauth_client.disable",
  "oauth_client.enable",
] as const;

export function actionLabel(action: string, t: Translate): string {
  const known = named.find((one) => one === action);
  if (known) return t(`audit:action.${known.replace(".", "_")}` as "audit:action.account_ask");
  const [entity = "", verb = ""] = action.split(".");
  return t("audit:pair", { entity: entityLabel(entity, t), verb: t(`audit:verb.${verb}` as "audit:verb.create", { defaultValue: verb }) });
}

/** The label of an entity type; its code when there is none. */
export function entityLabel(entityType: string, t: Translate): string {
  return t(`audit:entity.${entityType}` as "audit:entity.user", { defaultValue: entityType });
}

/** The title of the list that an entry is about: a list of people is recorded by name, an exported one by its path. */
export function listTitle(entityId: string, t: Translate): string {
  const path = entityId.startsWith("/") ? entityId.replace(/(\/export\.csv|\.pdf)$/, "") : `/dashboard/admin/users/${entityId}`;
  return t(`titles:${path}` as "titles:/dashboard", { defaultValue: entityId });
}

type Line = { action: string; entityType: string; entityId: string };

/** The page of the record of an entry, if any: a deletion has none. */
export function entityPage({ action, entityType, entityId }: Line): string | null {
  if (["remove", "erase", "purge"].includes(action.split(".")[1] ?? "")) return null;
  if (/^expense_claim\.\w+_rate$/.test(action)) return "/dashboard/admin/expense-claims/rates";
  const pages: Record<string, string> = {
    user: `/dashboard/admin/users/${entityId}/view`,
    person: `/dashboard/admin/users/${entityId}/view`,
    article: `/dashboard/admin/news/${entityId}/view`,
    event: `/dashboard/admin/events/${entityId}`,
    application: `/dashboard/admin/jobs/applications/${entityId}`,
    message: `/dashboard/admin/messages/${entityId}`,
    assembly: `/dashboard/admin/memberships/assemblies/${entityId}`,
    payment: `/dashboard/admin/donations/${entityId}`,
    bank_statement: `/dashboard/admin/donations/statements/${entityId}`,
    annual_declaration: "/dashboard/admin/fiscal-receipts/declaration",
    fiscal_receipt: `/dashboard/admin/fiscal-receipts/${entityId}`,
    expense_claim: `/dashboard/admin/expense-claims/${entityId}`,
    cheque_deposit: `/dashboard/admin/donations/cheques/${entityId}`,
    oauth_client: `/dashboard/admin/oauth-clients/${entityId}`,
  };
  const content = contentOfType(entityType);
  return pages[entityType] ?? (content ? `/dashboard/admin/${content}/${entityId}/edit` : null);
}
