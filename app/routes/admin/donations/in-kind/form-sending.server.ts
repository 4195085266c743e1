import type { ActionFunctionArgs } from "@remix-run/node";
import { DeclineValueForm, GiftInKindDraft, giftsInKindApi, ValueForm } from "#contract/giving/gifts-in-kind";
import { ApiError } from "~/api/api-error";
import { flashRefusal } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";
import { submit } from "~/forms/submission.server";
import type { GiftForm } from "./form-answers";
import { giftsInKindPath } from "./list-parts";

type Change = { params: { id: string }; body: { version: number } };

/** Corrects a gift, records its value, or declines that with a reason. */
export function sendForm(args: ActionFunctionArgs, intent: GiftForm, { params, body: { version } }: Change) {
  const { api, t } = args.context;
  const to = `${giftsInKindPath}/${params.id}`;
  /** What was refused because of the state of the gift, or of who sends it, is said on its page as it is now. */
  const done = async (call: Promise<unknown>, title: string) => {
    const refused = await call.then(() => null, refusal);
    if (!refused) return { to, toast: { title } };
    flashRefusal(args.context, t(refused));
    return { to };
  };
  if (intent === "change")
    return submit(args, GiftInKindDraft, (draft) =>
      done(api.call(giftsInKindApi.change, { params, body: { ...draft, version } }), t("in-kind:change.done")),
    );
  if (intent === "decline")
    return submit(args, DeclineValueForm, ({ reason }) =>
      done(api.call(giftsInKindApi.declineValue, { params, body: { reason, version } }), t("in-kind:value.declined")),
    );
  return submit(args, ValueForm, ({ amount, ...written }) =>
    done(api.call(giftsInKindApi.recordValue, { params, body: { ...written, valueCents: amount, version } }), t("in-kind:value.recorded")),
  );
}

function refusal(error: unknown) {
  if (error instanceof ApiError && error.status === 409) return "in-kind:overtaken";
  return error instanceof ApiError && error.status === 403 ? "in-kind:value.own" : orNotFound(error);
}
