import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { eventDayApi } from "#contract/charity/event-day";
import { ApiError } from "~/api/api-error";
import { flashRefusal, flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

/** Closes an event, with as many things left to do as the form says; where more are, the page that follows says so and names them. */
export async function closeEvent(context: ActionFunctionArgs["context"], { id, form, back }: { id: string; form: FormData; back: string }) {
  const { api, t } = context;
  const left = Number(form.get("left"));
  try {
    await api.call(eventDayApi.close, { params: { id }, body: { left: Number.isInteger(left) && left > 0 ? left : 0 } });
    flashToast(context, { title: t("events:close.done") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    // Closed by somebody else a moment ago, or cancelled: nothing is left to confirm.
    flashRefusal(context, error.body.code === "stale" ? t("events:close.refused") : error.body.title);
  }
  return redirect(back, 303);
}
