import type { LoaderFunctionArgs } from "@remix-run/node";
import { maxStored, type StoredForm, sizeOfFields, storedFormsApi, storedFormsCookie } from "#contract/accounts/stored-forms";
import { isLocalPath } from "#contract/formats/urls";
import { ApiError } from "~/api/api-error";
import { pathIn } from "~/i18n/locale-of-path";
import { formOriginField, readOrigin } from "./form-origin";

type Args = Pick<LoaderFunctionArgs, "request" | "context">;

/** Fields that the next page sends with new values, or that forms fill in by themselves. */
const technical = new Set([formOriginField, "submission", "__intent__", "__INTENT__", "website", "proof"]);
/** Secrets, and data about health: they are typed again. */
const sensitive = /passw|^again$|secret|token|allerg|^diets?\b|iban/i;

/** What a browser may have of forms that were sent without a session. */
export function hasStoredForms({ cookie, settings }: Args["context"]): boolean {
  return cookie(storedFormsCookie(settings.publicUrl.startsWith("https:"))) !== undefined;
}

/**
 * Keeps what was sent by a form whose session has ended, for the person of its page, and returns that page; null when nothing was sent.
 * Nothing is stored when its owner is unknown. A fault here never prevents the redirect to the login.
 */
export async function storeSentForm({ request, context }: Args): Promise<string | null> {
  if (request.method !== "POST") return null;
  const form = await request.clone().formData();
  const origin = readOrigin(form.get(formOriginField));
  if (!origin) return null;
  const page = isLocalPath(origin.page) ? pathIn(context.locale, origin.page) : null;
  const path = pathOf(page ?? request.url);
  try {
    await context.api.call(storedFormsApi.store, { body: { mark: origin.mark, path, form: origin.form, ...contentOf(form) } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    context.log.warn({ requestId: context.requestId, status: error.status }, "form not stored");
  }
  return page;
}

/** A stored form has been sent again by its person: it is deleted. */
export async function forgetSentForm({ request, context }: Args) {
  if (request.method !== "POST" || !hasStoredForms(context)) return;
  const origin = readOrigin((await request.clone().formData()).get(formOriginField));
  if (!origin) return;
  const page = isLocalPath(origin.page) ? origin.page : request.url;
  const forgotten = context.api.call(storedFormsApi.forget, { query: { path: pathOf(page), form: origin.form } });
  await forgotten.catch((error) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

/** The path under which the forms of a page are stored: without language and query. */
export function pathOf(url: string): string {
  return pathIn("fr", new URL(url, "https://local.invalid").pathname).slice(0, 1_000);
}

function contentOf(form: FormData): Omit<StoredForm, "form"> {
  const fields: [string, string][] = [];
  let files = false;
  let secrets = false;
  for (const [name, value] of form) {
    if (typeof value !== "string") files ||= value.size > 0;
    else if (sensitive.test(name)) secrets ||= value !== "";
    else if (!technical.has(name)) fields.push([name, value.replace(/\r\n?/g, "\n")]);
  }
  const cut = fields.length > maxStored.fields || sizeOfFields(fields) > maxStored.bytes || fields.some(([name]) => name.length > 300);
  return { fields: cut ? [] : fields, files, secrets, cut };
}
