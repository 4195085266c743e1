import { registrationApi } from "#contract/accounts/registration";
import { actAndReturn, onwards } from "./pending-action.server";

export const loader = onwards("/account/pending/resend");

/** Sends the link that verifies the e-mail address again. */
export const action = actAndReturn("/account/pending/resend", async ({ context }) => {
  await context.api.call(registrationApi.resendEmail);
  return context.t("pending:email.resent");
});
