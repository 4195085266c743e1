import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { eventRegistrationsApi } from "#contract/charity/event-registrations";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

/** What a person does with their own registration: cancels it, or answers an offer. Says what became of it on the page that follows, which is `to`. */
export async function actOnOwn({ request, context }: ActionFunctionArgs, id: string, to: string) {
  const { api, t } = context;
  const intent = (await request.clone().formData()).get("intent");
  const params = { id };
  try {
    if (intent === "cancel") await api.call(eventRegistrationsApi.cancel, { params });
    else await api.call(eventRegistrationsApi.answer, { params, body: { accepted: intent === "accept" } });
    flashToast(context, { title: t(`events:done.${intent === "cancel" ? "cancelled" : intent === "accept" ? "accepted" : "declined"}`) });
  } catch (error) {
    // The offer has ended, or it is too late to cancel: the page that follows shows how things are.
    if (!(error instanceof ApiError) || error.status !== 409) return orNotFound(error);
    flashToast(context, { title: t(`events:done.${intent === "cancel" ? "tooLate" : "offerEnded"}`), color: "danger" });
  }
  return redirect(to, 303);
}
