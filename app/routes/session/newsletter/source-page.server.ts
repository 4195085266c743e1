import { pathIn } from "~/i18n/locale-of-path";
import { pages } from "~/pages";

const known = pages.site.map(([path]) => ({ path, matches: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`, "i") }));

/** The page whose form was sent, without ids and queries: `/news/{id}`. Undefined when the browser does not say, or it is none of ours. */
export function sourcePage(request: Request, publicUrl: string): string | undefined {
  const referrer = request.headers.get("referer");
  if (!referrer?.startsWith(`${publicUrl}/`)) return undefined;
  const { pathname } = new URL(referrer);
  const path = pathIn("fr", pathname);
  return (known.find((page) => page.path === path) ?? known.find(({ matches }) => matches.test(path)))?.path;
}
