import { data, redirect } from "@remix-run/node";
import type { OwnGiftRecord } from "#contract/giving/donor-access";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import type { Done } from "~/forms/submission.server";

/** Whether a call about gifts was refused because there is no donor access, or it has expired. */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** For `.catch()` of a rate-limited call: the page says to wait. */
export function orTooMany(error: unknown): never {
  if (error instanceof ApiError && error.status === 429) throw data(null, { status: 429 });
  throw error;
}

/** For `.catch()` of a call about one gift: without access, redirects to the page that requests a link. */
export function orRequestLink(error: unknown): never {
  if (isClosed(error)) throw redirect("/donations/manage");
  return orNotFound(error);
}

/** Whether the provider did not answer: then nothing has changed. */
export const isOutage = (error: unknown): boolean => error instanceof ApiError && error.status === 503;

/** The toast of the gift's page after a change, after a conflict, when the page shows the current state, or in an outage of the provider. */
export async function changed(
  call: Promise<OwnGiftRecord>,
  to: string,
  done: (gift: OwnGiftRecord) => string,
  late: string,
  outage: string,
): Promise<Done> {
  return call.then(
    (gift) => ({ to, toast: { title: done(gift) } }),
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) return { to, toast: { title: late, icon: "warning", color: "warning" } };
      if (isOutage(error)) return { to, toast: { title: outage, icon: "warning", color: "warning" } };
      if (isClosed(error) || (error instanceof ApiError && error.status === 404)) return orRequestLink(error);
      throw error;
    },
  );
}
