import { pathIn } from "~/i18n/locale-of-path";
import { pages } from "~/pages";

const segmentsOf = (path: string) => path.toLowerCase().split("/").filter(Boolean);
const known = pages.site.map(([path]) => ({ path, segments: segmentsOf(path) }));

/** The page whose form was sent, without ids and queries: `/news/{id}`. Undefined when the browser does not say, or it is none of ours. */
export function sourcePage(request: Request, publicUrl: string): string | undefined {
  const referrer = request.headers.get("referer");
  if (!referrer?.startsWith(`${publicUrl}/`)) return undefined;
  const { pathname } = new URL(referrer);
  const path = pathIn("fr", pathname);
  const segments = segmentsOf(path);
  const isOf = (page: (typeof known)[number]) =>
    page.segments.length === segments.length && page.segments.every((segment, at) => segment.startsWith("{") || segment === segments[at]);
  return (known.find((page) => page.path === path) ?? known.find(isOf))?.path;
}
