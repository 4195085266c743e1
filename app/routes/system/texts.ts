import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { namespaceTexts } from "~/i18n/texts.server";
import { lastingIn } from "~/server/immutable-assets.server";

/**
 * Texts of some namespaces, their names with commas between, in the address's language. The build in the URL lets browsers cache them, as
 * long as that build runs.
 */
export function loader({ params, context: { locale, settings } }: LoaderFunctionArgs) {
  const names = [...new Set(params.namespaces?.split(","))];
  const texts = namespaceTexts(locale, names);
  if (Object.keys(texts).length < names.length) throw data(null, { status: 404 });
  return Response.json(texts, { headers: { "cache-control": lastingIn(settings.buildId, params.version) } });
}
