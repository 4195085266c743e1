import { criteriaApi } from "#contract/accounts/criteria";
import { actAndReturn, onwards } from "./pending-action.server";

export const loader = onwards("/account/pending/sending");

/** Submits the file to the team. */
export const action = actAndReturn("/account/pending/sending", async ({ context }) => {
  await context.api.call(criteriaApi.send);
  return context.t("pending:criteria.sent");
});
