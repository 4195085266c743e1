import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { HoursDraft } from "#contract/charity/sector-hours";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

type Calls = { add(body: HoursDraft): Promise<unknown>; remove(hoursId: string): Promise<unknown> };

/** Adds an opening to a week, or removes one; `to` is the page of the week. */
export async function changeHours(args: ActionFunctionArgs, to: string, { add, remove }: Calls) {
  const { t } = args.context;
  const hoursId = (await args.request.clone().formData()).get("remove");
  if (hoursId) {
    await remove(String(hoursId)).catch(orNotFound);
    flashToast(args.context, { title: t("sectors:hours.removed") });
    return redirect(to, 303);
  }
  return submit(args, HoursDraft, async (body) => {
    await add(body).catch(orNotFound);
    return { to, toast: { title: t("sectors:hours.added") } };
  });
}
