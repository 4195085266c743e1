import { type ActionFunctionArgs, redirectDocument } from "@remix-run/node";
import * as z from "zod";
import { storedFormsApi } from "#contract/accounts/stored-forms";
import { isLocalPath } from "#contract/formats/urls";
import { gate } from "~/access/gate.server";
import { pathOf } from "~/access/stored-forms.server";
import { fieldsOf } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";

const Sent = z.object({ page: z.string().max(2_000).refine(isLocalPath), form: z.string().max(100) });

/** Erases a stored form, and goes back to its page. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, "/account/stored-forms");
  const sent = Sent.safeParse(Object.fromEntries(await fieldsOf(args.request))).data;
  if (!sent) return redirectDocument("/", 303);
  await args.context.api.call(storedFormsApi.forget, { query: { path: pathOf(sent.page), form: sent.form } });
  return redirectDocument(pathIn(args.context.locale, sent.page), 303);
}
