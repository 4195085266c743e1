import type { Translate } from "~/i18n/translate";

/** Actions that have words; the others are shown by their code. */
const named = [
  "user.verifyEmail",
  "user.submitFile",
  "account.ask",
  "account.accept",
  "account.refuse",
  "user.reconsider",
  "user.suspend",
  "user.reopen",
  "user.recheck",
  "user.oweFile",
  "user.leave",
  "user.email_change",
  "user.rights",
  "user.end_sessions",
  "user.read_restricted",
  "user.read_documents",
  "people.read_restricted",
  "driver.approve",
  "driver.block",
  "list.export",
  "oauth_client.create",
  "oauth_client.edit",
  "oauth_client.rotate",
  "oauth_client.disable",
  "oauth_client.enable",
] as const;

export function actionWords(action: string, t: Translate): string {
  const known = named.find((one) => one === action);
  return known ? t(`audit:action.${known.replace(".", "_")}` as "audit:action.account_ask") : action;
}

/** The page where the thing that a line speaks of is looked at, where there is one. */
export function entityPage(entityType: string, entityId: string): string | null {
  const pages: Record<string, string> = {
    user: `/dashboard/admin/users/${entityId}/view`,
    article: `/dashboard/admin/news/${entityId}/view`,
    press: `/dashboard/admin/press/${entityId}/edit`,
    oauth_client: `/dashboard/admin/oauth-clients/${entityId}`,
  };
  return pages[entityType] ?? null;
}
