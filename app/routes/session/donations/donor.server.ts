import { data, redirect } from "@remix-run/node";
import type { OwnGiftRecord } from "#contract/giving/donor-access";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import type { Done } from "~/forms/submission.server";

/** Whether a call about gifts was refused because no access is open, or because it has ended. */
export function isClosed(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** For `.catch()` of a call that may be made so often from one network: the page says to wait. */
export function orTooMany(error: unknown): never {
  if (error instanceof ApiError && error.status === 429) throw data(null, { status: 429 });
  throw error;
}

/** For `.catch()` of a call about one gift: without access, the person goes to where a link is asked for. */
export function orAskLink(error: unknown): never {
  if (isClosed(error)) throw redirect("/donations/manage");
  return orNotFound(error);
}

/** What the gift's page says after a change, or when the gift moved on before it: then the page shows how it stands. */
export async function changed(
  call: Promise<OwnGiftRecord>,
  to: string,
  done: (gift: OwnGiftRecord) => string,
  late: string,
): Promise<Done> {
  return call.then(
    (gift) => ({ to, toast: { title: done(gift) } }),
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 409) return { to, toast: { title: late, icon: "warning", color: "warning" } };
      if (isClosed(error) || (error instanceof ApiError && error.status === 404)) return orAskLink(error);
      throw error;
    },
  );
}
