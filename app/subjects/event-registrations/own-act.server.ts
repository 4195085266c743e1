import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { eventRegistrationsApi } from "#contract/charity/event-registrations";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

type Context = ActionFunctionArgs["context"];

/** What an act does, with the text that it ends with; where it is `refused`, somebody was faster or time has passed, and the page that follows shows how things are. */
type Act = {
  refused: "tooLate" | "offerEnded" | "notOffered" | "takenOver";
  run: (context: Context, id: string, form: FormData) => Promise<string>;
};

const answer = (accepted: boolean): Act => ({
  refused: "offerEnded",
  async run({ api, t }, id) {
    await api.call(eventRegistrationsApi.answer, { params: { id }, body: { accepted } });
    return t(`events:done.${accepted ? "accepted" : "declined"}`);
  },
});

const seek = (wanted: boolean): Act => ({
  refused: "notOffered",
  async run({ api, t }, id) {
    const { notified } = await api.call(eventRegistrationsApi.seekReplacement, { params: { id }, body: { wanted } });
    if (!wanted) return t("events:done.staying");
    return notified > 0 ? t("events:done.seeking", { count: notified }) : t("events:done.seekingAlone");
  },
});

const acts: Record<string, Act> = {
  cancel: {
    refused: "tooLate",
    async run({ api, t }, id) {
      await api.call(eventRegistrationsApi.cancel, { params: { id } });
      return t("events:done.cancelled");
    },
  },
  accept: answer(true),
  seek: seek(true),
  stay: seek(false),
  takeOver: {
    refused: "takenOver",
    async run({ api, t }, id, form) {
      const registrationId = String(form.get("registration"));
      await api.call(eventRegistrationsApi.takeOver, { params: { id }, body: { registrationId } });
      return t("events:done.accepted");
    },
  },
};

/** What a person does with their own registration: cancels it, answers an offer, or hands it on. Says what became of it on the page that follows, which is `to`. */
export async function actOnOwn({ request, context }: ActionFunctionArgs, id: string, to: string) {
  const { t } = context;
  const form = await request.clone().formData();
  const act = acts[String(form.get("intent"))] ?? answer(false);
  try {
    flashToast(context, { title: await act.run(context, id, form) });
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 409 && error.status !== 422)) return orNotFound(error);
    flashToast(context, { title: t(`events:done.${act.refused}`), color: "danger" });
  }
  return redirect(to, 303);
}
