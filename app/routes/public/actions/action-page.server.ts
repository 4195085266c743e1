import type { LoaderFunctionArgs } from "@remix-run/node";
import { dashboardApi } from "#contract/charity/dashboard";
import type { EditablePage } from "#contract/publishing/page-texts";
import { readPageTexts } from "~/content/page-texts/page-texts.server";
import { formatDate } from "~/ui/local-date";

/** The data of an action's page: the charity's figures, today's date, and the page texts. */
export async function loadAction(
  { context }: LoaderFunctionArgs,
  page: Extract<EditablePage, "delivraide" | "dressed" | "euro-solidaire">,
) {
  const { api, t, locale, settings } = context;
  const [figures, texts] = await Promise.all([api.call(dashboardApi.figures), readPageTexts(context, page)]);
  const title = t(`titles:/${page}`);
  return {
    figures,
    texts,
    today: formatDate(locale, new Date(), "full"),
    title,
    description: t(`${page}:meta`, { organisation: settings.organisation }),
  };
}
