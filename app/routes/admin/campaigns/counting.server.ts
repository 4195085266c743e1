import { type ActionFunctionArgs, data } from "@remix-run/node";
import type * as z from "zod";
import { AudienceFields } from "#contract/accounts/campaign-drafts";
import { type Audience, campaignsApi } from "#contract/accounts/campaigns";
import { ApiError } from "~/api/api-error";
import { limitRedisplayedValues } from "~/forms/redisplay.server";
import { type FormAnswer, fieldsOf, readForm } from "~/forms/submission.server";

/** The form again, with the audience that was counted for it. */
export type CountedAnswer = FormAnswer<undefined> & { counted: Audience; channels: string[] };

/**
 * The button that counts, on a form that cannot be saved yet: nothing is stored, and only the fields of the audience have to be right. Null for
 * another button, or where the form is complete, which is saved as well. `id`: the draft that the form changes.
 */
export async function countUnsaved({ request, context }: ActionFunctionArgs, schema: z.ZodType, id?: string) {
  const form = await fieldsOf(request.clone());
  if (form.get("intent") !== "count" || readForm(form, schema).status === "success") return null;
  const submission = readForm(form, AudienceFields);
  const refused = (faults: Parameters<typeof submission.reply>[0], status: number) =>
    data({ result: limitRedisplayedValues(submission.reply(faults), schema), current: undefined } satisfies FormAnswer<undefined>, {
      status,
    });
  if (submission.status !== "success") return refused({}, 400);
  try {
    const counted = await context.api.call(campaignsApi.audience, { body: { ...submission.value, id } });
    const { initialValue } = limitRedisplayedValues(submission.reply(), schema);
    return data({ result: { initialValue }, current: undefined, counted, channels: submission.value.channels } satisfies CountedAnswer);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 422, 429].includes(error.status)) throw error;
    const { fieldErrors, title } = error.body;
    return refused(fieldErrors ? { fieldErrors } : { formErrors: [title ?? "common:forms.failed"] }, error.status);
  }
}
