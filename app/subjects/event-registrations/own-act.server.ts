import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { eventGuestsApi } from "#contract/charity/event-guests";
import { eventRegistrationsApi, TakeOverDraft } from "#contract/charity/event-registrations";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";

type Context = ActionFunctionArgs["context"];

/** What an act does, with the text that it ends with; where it is `refused`, somebody was faster or time has passed, or the person has another place then, and the page that follows shows how things are. */
type Act = {
  refused: "tooLate" | "offerEnded" | "notOffered";
  run: (context: Context, id: string) => Promise<string>;
};

const answer = (accepted: boolean): Act => ({
  refused: "offerEnded",
  async run({ api, t }, id) {
    await api.call(eventRegistrationsApi.answer, { params: { id }, body: { accepted } });
    return t(`events:done.${accepted ? "accepted" : "declined"}`);
  },
});

const noteAway = (away: boolean): Act => ({
  refused: "tooLate",
  async run({ api, t }, id) {
    await api.call(eventRegistrationsApi.noteAway, { params: { id }, body: { away } });
    return t(`events:done.${away ? "away" : "back"}`);
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
  away: noteAway(true),
  back: noteAway(false),
  accept: answer(true),
  guestLink: {
    refused: "tooLate",
    async run({ api, t }, id) {
      const { sent } = await api.call(eventGuestsApi.mailLink, { params: { id } });
      return t(sent ? "events:done.guestLink" : "events:done.noGuestLink");
    },
  },
  seek: seek(true),
  stay: seek(false),
};

const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && (error.status === 409 || error.status === 422);

/** What a person does with their own registration: cancels it, answers an offer, or hands it on. Says what became of it on the page that follows, which is `to`. */
export async function actOnOwn({ request, context }: ActionFunctionArgs, id: string, to: string) {
  const { t } = context;
  const form = await request.clone().formData();
  const act = acts[String(form.get("intent"))] ?? answer(false);
  try {
    flashToast(context, { title: await act.run(context, id) });
  } catch (error) {
    if (!isRefused(error)) return orNotFound(error);
    const isElsewhere = error.body.fieldErrors?.quotaId?.includes("events:refused.overlap");
    flashToast(context, { title: t(isElsewhere ? "events:refused.overlap" : `events:done.${act.refused}`), color: "danger" });
  }
  return redirect(to, 303);
}

/** Takes over the place of somebody else. Missing answers are shown at their questions; whatever else is in the way, on the page `to`. */
export function takeOver(args: ActionFunctionArgs, id: string, to: string) {
  const { api, t } = args.context;
  return submit(args, TakeOverDraft, async (body) => {
    try {
      await api.call(eventRegistrationsApi.takeOver, { params: { id }, body });
      return { to, toast: { title: t("events:done.accepted") } };
    } catch (error) {
      const isOfAnswers = isRefused(error) && Object.keys(error.body.fieldErrors ?? {}).some((name) => name.startsWith("answers."));
      if (!isRefused(error) || isOfAnswers) throw error;
      return { to, toast: { title: t("events:done.takenOver"), color: "danger" as const } };
    }
  });
}
