import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { namespaceTexts } from "~/i18n/texts.server";
import { lastingIn } from "~/server/lasting.server";

/** Texts of one namespace in the address's language. The build in the address lets browsers keep them, as long as that build answers. */
export function loader({ params, context: { locale, settings } }: LoaderFunctionArgs) {
  const { namespace = "", version } = params;
  const [texts] = Object.values(namespaceTexts(locale, [namespace]));
  if (!texts) throw data(null, { status: 404 });
  return Response.json(texts, { headers: { "cache-control": lastingIn(settings.buildId, version) } });
}
