import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import * as z from "zod";
import { faqApi } from "#contract/publishing/faq";
import { ApiError } from "~/api/api-error";
import { flashToast } from "~/api/flash.server";
import { orNotFound } from "~/errors/not-found.server";

const Vote = z.object({ question: z.uuid(), helpful: z.enum(["yes", "no"]) });

/** Only a POST votes; a GET redirects to the questions. */
export function loader() {
  return redirect("/contact#faq");
}

/** Counts a vote, and redirects back to the question. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { api, t } = context;
  const vote = Vote.safeParse(Object.fromEntries(await request.formData())).data;
  if (!vote) return redirect("/contact#faq", 303);
  const { question: id, helpful } = vote;
  try {
    await api.call(faqApi.vote, { params: { id }, body: { helpful: helpful === "yes" } });
    flashToast(context, { title: t("faq:helpful.thanks") });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 429) return orNotFound(error);
    flashToast(context, { title: t("faq:helpful.enough"), color: "info", icon: "information" });
  }
  return redirect(`/contact?question=${id}#question-${id}`, 303);
}
