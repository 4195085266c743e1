import type { ActionFunctionArgs } from "@remix-run/node";
import { type OrganisationPart, organisationApi, organisationForms, organisationPageForm } from "#contract/charity/organisation";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { storeUploads } from "~/forms/uploads.server";

/** The form's id contains its part: each part has its own rules. */
export const formId = (part: OrganisationPart) => `organisation-${part}`;

export const rulesOfPart = (part: OrganisationPart) => rulesOf({ [formId(part)]: organisationForms[part] });

/** Saves a part; the page decides the redirect. */
export async function savePart(args: ActionFunctionArgs, part: OrganisationPart, to: string) {
  const { request, refused } = await storeUploads(args, part === "identity" ? ["logoId"] : [], part === "receipts" ? ["signatureId"] : []);
  return submit({ ...args, request }, organisationPageForm(part), async ({ from, version, ...facts }) => {
    await args.context.api.call(organisationApi.save, { params: { part }, body: { from, version, facts } });
    const [problem] = Object.values(refused).flat();
    if (problem) return { to, toast: { title: problem, color: "danger", icon: "problem" } };
    return { to, toast: { title: args.context.t("common:toasts.saved") } };
  });
}
