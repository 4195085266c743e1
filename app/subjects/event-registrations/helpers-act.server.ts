import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { eventDayApi } from "#contract/charity/event-day";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

type Sent = { id: string; form: FormData; back: string };

/** Notifies volunteers that an event needs people, as many as the form says, and says on the page that follows how many that is. */
export async function notifyHelpers(context: ActionFunctionArgs["context"], { id, form, back }: Sent) {
  const { api, t } = context;
  const people = Number(form.get("people"));
  try {
    const { notified } = await api.call(eventDayApi.notifyHelpers, { params: { id }, body: { people } });
    flashToast(context, {
      title: notified > 0 ? t("events:helpers.done", { count: notified }) : t("events:helpers.none"),
      color: notified > 0 ? undefined : "warning",
    });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return orNotFound(error);
    flashToast(context, { title: t("events:helpers.none"), color: "warning" });
  }
  return redirect(back, 303);
}
