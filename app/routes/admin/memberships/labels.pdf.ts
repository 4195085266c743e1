import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { mostLabels } from "#contract/charity/memberships";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { fileAnswer } from "~/api/file-answer.server";
import { flashRefusal } from "~/api/flash.server";

/** Labels of the members of the list, as a PDF: of all that match its filters. */
export async function loader(args: LoaderFunctionArgs) {
  await gate(args, "/dashboard/admin/memberships/labels.pdf");
  const { search } = new URL(args.request.url);
  return fileAnswer(args.context, `/api/admin/membership-labels/pdf${search}`, { fileName: "labels" }).catch((error: unknown) => {
    // There are none, or too many.
    if (![404, 409].includes(statusOf(error) ?? 0)) throw error;
    flashRefusal(args.context, args.context.t("memberships:labels.narrow", { most: mostLabels }));
    throw redirect(`/dashboard/admin/memberships${search}`, 303);
  });
}

const statusOf = (error: unknown) => (error instanceof ApiError ? error.status : (error as { init?: ResponseInit } | null)?.init?.status);
