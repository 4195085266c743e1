import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { CriteriaRule } from "#contract/accounts/criteria";
import { CriteriaForm, criteriaEditingApi } from "#contract/accounts/criteria-editing";
import { ApiError } from "~/api/api-error";
import { limitRedisplayedValues } from "~/forms/redisplay.server";
import { fieldsOf, readForm } from "~/forms/submission.server";

/** The bounds that a trial was made with: the form repeats them when it asks to publish. */
const boundsOf = ({ likelyUpTo, doubtUpTo }: CriteriaRule) => `${likelyUpTo}-${doubtUpTo}`;

/** Whether the form asks to publish bounds whose trial was shown. A form with errors does: publishing names them. */
export async function wantsToPublish({ request }: ActionFunctionArgs): Promise<boolean> {
  const form = await fieldsOf(request.clone());
  if (form.get("intent") !== "publish") return false;
  const submission = readForm(form, CriteriaForm);
  return submission.status !== "success" || form.get("tried") === boundsOf(submission.value.rule);
}

/** The form as it was filled in, with what its bounds would change; without that where it is not complete, or a list in it was changed. */
export async function runTrial({ request, context }: ActionFunctionArgs) {
  const form = await fieldsOf(request);
  const submission = readForm(form, CriteriaForm);
  const body = submission.status === "success" ? submission.value : undefined;
  const answer = body && (await context.api.call(criteriaEditingApi.trial, { body }).catch(orTooMany));
  if (answer instanceof ApiError) {
    const result = limitRedisplayedValues(
      submission.reply({ formErrors: [answer.body.title ?? "common:forms.failed"], resetForm: false }),
      CriteriaForm,
    );
    return data({ result, current: undefined, trial: undefined }, { status: answer.status });
  }
  const result = limitRedisplayedValues(submission.reply({ resetForm: false }), CriteriaForm);
  const trial = answer && body && { ...answer, bounds: boundsOf(body.rule), again: form.get("intent") === "publish" };
  return data({ result, current: undefined, trial }, { status: submission.status === "error" ? 400 : 200 });
}

/** So many trials in an hour that the form comes back without one; any other failure is the page's. */
function orTooMany(error: unknown): ApiError {
  if (error instanceof ApiError && error.status === 429) return error;
  throw error;
}
