import type { ActionFunctionArgs } from "@remix-run/node";
import { ownMembershipApi } from "#contract/charity/memberships";
import { cardPaymentsApi } from "#contract/giving/card-payments";
import { ApiError } from "~/api/api-error";
import type { Done } from "~/forms/submission.server";

/** Paid or stopped meanwhile, too many tries, or an outage of the provider: the page of the gift says what can be done. */
const answered = [404, 409, 429, 503];

type Context = ActionFunctionArgs["context"];

/** Where a donor pays by card: the provider's page or, where none can be opened, the page of the gift with the other means. */
export const checkoutOf = ({ api }: Context, reference: string, origin: string): Promise<Done> =>
  pageOr(`/donate/${reference}`, origin, () => api.call(cardPaymentsApi.open, { params: { reference } }));

/** The same of the dues of a request for a membership. */
export const duesCheckoutOf = ({ api }: Context, id: string, origin: string): Promise<Done> =>
  pageOr("/account/membership", origin, () => api.call(ownMembershipApi.checkout, { params: { id } }));

async function pageOr(own: string, origin: string, open: () => Promise<{ url: string }>): Promise<Done> {
  try {
    return { to: (await open()).url, outside: origin };
  } catch (error) {
    if (!(error instanceof ApiError) || !answered.includes(error.status)) throw error;
    return { to: `${own}${error.status === 409 ? "" : "?unavailable"}` };
  }
}
