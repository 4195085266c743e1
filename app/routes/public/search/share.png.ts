import type { LoaderFunctionArgs } from "@remix-run/node";
import { shareImage } from "~/search/share-image.server";

/** The picture for sharing of a page without its own. */
export async function loader({ context: { settings, t } }: LoaderFunctionArgs) {
  return shareImage({ title: t("home:h1"), note: settings.organisation, object: "bike", primary: settings.primaryColour });
}
