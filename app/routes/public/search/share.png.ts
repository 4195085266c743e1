import type { LoaderFunctionArgs } from "@remix-run/node";
import { shareImage } from "~/search/share-image.server";

/** How a page without a picture of its own looks where its address is shared. */
export async function loader({ context: { settings, t } }: LoaderFunctionArgs) {
  return shareImage({ title: t("home:h1"), note: settings.organisation, object: "bike", primary: settings.primaryColour });
}
