import type { AppLoadContext } from "@remix-run/node";
import { hoursAdminApi, type ProposalsToRemind } from "#contract/charity/volunteer-hours-admin";
import { flashToast } from "~/api/flash.server";

/** Reminds those who have not confirmed their hours, and says how many entries that is. */
export async function remind(context: AppLoadContext, which: ProposalsToRemind): Promise<void> {
  const { entries } = await context.api.call(hoursAdminApi.remind, { body: which });
  const { t } = context;
  flashToast(context, {
    title: entries > 0 ? t("hours:remind.done", { count: entries }) : t("hours:remind.none"),
    color: entries > 0 ? undefined : "warning",
  });
}
