import { criteriaApi } from "#contract/criteria";
import { actAndReturn, onwards } from "./after.server";

export const loader = onwards("/account/pending/sending");

/** Hands the file to the team. */
export const action = actAndReturn("/account/pending/sending", async ({ context }) => {
  await context.api.call(criteriaApi.send);
  return context.t("pending:criteria.sent");
});
