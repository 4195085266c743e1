import { parse } from "@conform-to/react";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { type StoredForm, storedFormsApi } from "#contract/accounts/stored-forms";
import { pathOf } from "~/access/stored-forms.server";
import { ApiError } from "~/api/api-error";
import { isHarmlessName } from "./field-names";

type Stored = Pick<StoredForm, "form" | "files" | "secrets" | "cut"> & {
  /** The answers as the forms' library has them. */
  values: Record<string, unknown>;
  /** The answers of fields whose names are no paths, by name. */
  plain: Record<string, string>;
  /** What a person typed, to read and copy. */
  texts: string[];
  version: string | null;
};
export type StoredForms = { mark: string | null; stored: Stored | null; ofOther: boolean };

/** The mark of this person's pages, and what a form of this page sent after the session had ended. What is stored for others is erased. */
export async function storedFormsOf({ request, context: { api } }: Pick<LoaderFunctionArgs, "request" | "context">): Promise<StoredForms> {
  try {
    const { mark, stored, ofOther } = await api.call(storedFormsApi.ofPage, { query: { path: pathOf(request.url) } });
    if (ofOther) await api.call(storedFormsApi.forget);
    return { mark, stored: stored && shown(stored), ofOther };
  } catch (error) {
    if (error instanceof ApiError) return { mark: null, stored: null, ofOther: false };
    throw error;
  }
}

function shown({ fields, ...stored }: StoredForm): Stored {
  const form = new FormData();
  for (const [name, value] of fields) if (isHarmlessName(name)) form.append(name, value);
  const plain = Object.fromEntries(fields.filter(([name]) => !/^[\w[\].]+$/.test(name)));
  const { payload } = parse(form, { resolve: () => ({ value: undefined }) });
  const version = form.get("version");
  const written = fields.map(([, value]) => value.trim()).filter((value) => value !== "");
  // Buttons and hidden fields send single words, numbers and ids.
  const texts = written.filter((value) => /\s/.test(value) || value.length > 40);
  return { ...stored, values: payload, plain, texts, version: typeof version === "string" && /^\d{1,9}$/.test(version) ? version : null };
}
