import type { ActionFunctionArgs } from "@remix-run/node";
import { cardPaymentsApi } from "#contract/giving/card-payments";
import { ApiError } from "~/api/api-error";
import type { Done } from "~/forms/submission.server";

/** Paid or stopped meanwhile, too many tries, or an outage of the provider: the page of the gift says what can be done. */
const answered = [404, 409, 429, 503];

/** Where a donor pays by card: the provider's page or, where none can be opened, the page of the gift with the other means. */
export async function checkoutOf({ api }: ActionFunctionArgs["context"], reference: string, origin: string): Promise<Done> {
  try {
    const { url } = await api.call(cardPaymentsApi.open, { params: { reference } });
    return { to: url, outside: origin };
  } catch (error) {
    if (!(error instanceof ApiError) || !answered.includes(error.status)) throw error;
    return { to: `/donate/${reference}${error.status === 409 ? "" : "?unavailable"}` };
  }
}
