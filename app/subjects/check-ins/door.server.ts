import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { checkInsApi, scanKinds } from "#contract/charity/check-ins";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

/** What the screen at the door of an event shows: `shown` is the scan whose answer fills it, `person` the account of the reader. */
export async function loadDoor({ request, context: { api } }: LoaderFunctionArgs, { id, person }: { id: string; person: string }) {
  const query = new URL(request.url).searchParams;
  const name = query.get("q")?.trim() ?? "";
  const params = { id };
  const which = query.get("scans") === "refused" ? ("refused" as const) : undefined;
  const door = await api
    .call(checkInsApi.door, { params, query: { shown: query.get("shown") ?? undefined, scans: which } })
    .catch(orNotFound);
  const people = door.manual && name ? (await api.call(checkInsApi.people, { params, query: { name } })).items : null;
  const kind = scanKinds.find((one) => one === query.get("kind")) ?? "entry";
  return { door, people, name, kind, shown: door.shown, which, person, nonce: crypto.randomUUID() };
}
export type DoorData = Awaited<ReturnType<typeof loadDoor>>;

/** Sends a scan, or takes one back; leads to the page with its answer, so that reading it again changes nothing. */
export async function actAtDoor({ request, context }: ActionFunctionArgs, id: string, to: (query: URLSearchParams) => string) {
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 400);
  const query = new URLSearchParams();
  if (text("kind") === "exit") query.set("kind", "exit");
  const params = { id };
  try {
    if (text("intent") === "undo") {
      await context.api.call(checkInsApi.undo, { params, body: { checkInId: text("checkIn") } });
      flashToast(context, { title: context.t("door:done.undone") });
    } else {
      const kind = text("kind") === "exit" ? "exit" : "entry";
      const who = text("registration") ? { registrationId: text("registration") } : { code: text("code") };
      const body = { ...who, kind, deviceId: text("device"), nonce: text("nonce"), at: text("at") || null } as const;
      const { id, answer } = await context.api.call(checkInsApi.scan, { params, body });
      query.set("shown", id);
      // Who sends many at once counts the answers.
      if (body.at) query.set("answer", answer);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || !(error.status in refusals)) return orNotFound(error);
    const why = whyOf(error);
    // At a closed event, the last scans would not say why.
    const title = error.body.code === "event_closed" ? context.t("events:close.sealed") : context.t(`door:refused.${why}`);
    flashToast(context, { title, color: "danger" });
    query.set("refused", why);
  }
  return redirect(to(query), 303);
}

function whyOf({ status, body }: ApiError) {
  if (body.fieldErrors?.at) return "tooOld";
  return body.code === "already_sent" ? "changed" : refusals[status as keyof typeof refusals];
}

/** Why nothing was recorded; the page that follows shows how things are. */
const refusals = { 400: "unreadable", 403: "right", 409: "changed", 422: "unreadable", 429: "tooMany" } as const;
