import type { ServerBuild } from "@remix-run/node";
import { locales } from "#contract/formats/locale";
import { pathIn } from "~/i18n/locale-of-path";
import { signIn } from "./people";
import { addRecords } from "./served-pages";
import type { Site } from "./site";

/** Paths of the routes under the public layouts, in the specification's notation. */
export function publicRoutes(build: ServerBuild): string[] {
  const layouts = ["layouts/site/site-layout", "layouts/site/no-footer-layout"];
  return Object.values(build.routes)
    .filter((route) => route && layouts.includes(route.parentId ?? "") && route.path !== "*")
    .map((route) => `/${route?.path ?? ""}`.replace(/:(\w+)/g, "{$1}"))
    .filter((path) => !path.startsWith("/account/"));
}

/** Every public page in both languages, over records made for those with an `{id}`, at the address to which an id is redirected. */
export async function publicPaths(site: Site): Promise<string[]> {
  const { cookie, id: authorId } = await signIn(site.backend, { role: "ADMIN" });
  const urlOf = await addRecords(site, { admin: cookie, authorId });
  const texts = { lead: { fr: "Un chapeau.", en: "A lead." }, body: { fr: "## Titre\n\nDu **texte**.", en: "## Title\n\nSome **text**." } };
  const json = { title: { fr: "Un article", en: "An article" }, ...texts, englishIsCurrent: true };
  const answer = await site.backend.request("/api/admin/articles", { method: "POST", cookie, json });
  const { id } = (await answer.json()) as { id: string };
  await site.backend.request(`/api/admin/articles/${id}/publication`, { method: "POST", cookie, json: {} });
  const paths = publicRoutes(site.build).flatMap((path) =>
    locales.map((locale) =>
      pathIn(locale, path === "/news/{id}" ? `/news/${locale === "fr" ? "un-article" : "an-article"}` : urlOf(path, "")),
    ),
  );
  return Promise.all(
    paths.map(async (path) => {
      const answer = await site.visit(path);
      return answer.status === 301 ? (answer.headers.get("location") ?? path) : path;
    }),
  );
}
