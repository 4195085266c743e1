import type { LoaderFunctionArgs } from "@remix-run/node";
import { articlesApi } from "#contract/publishing/articles";
import { orNotFound } from "~/errors/not-found.server";
import { shareImage } from "~/search/share-image.server";
import { formatDate } from "~/ui/local-date";

/** The picture of an article for sharing. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const { api, settings } = context;
  const { title, team, publishedAt, locale, cover } = await api
    .call(articlesApi.card, { params: { id: params.id ?? "" } })
    .catch(orNotFound);
  const day = formatDate(locale, publishedAt, "full");
  return shareImage({ title, note: team ? `${team} · ${day}` : day, object: cover.object, primary: settings.primaryColour });
}
