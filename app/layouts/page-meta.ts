import type { MetaFunction } from "@remix-run/react";
import { statusOf } from "~/errors/status";
import type { RootData } from "~/layouts/root-data";

type PageData = { title?: string; description?: string };

/**
 * Title and description of a page from its loader, in the specification's template "%s | {product name}". A page
 * without a title, such as the home page, uses the product's name alone. Search engines leave the page out, unless it takes
 * `publicMeta` instead.
 */
export const pageMeta: MetaFunction = (args) => [...titleAndDescription(args), { name: "robots", content: "noindex" }];

export function titleAndDescription({ data, matches, error }: Parameters<MetaFunction>[0]) {
  const root = matches.find((match) => match.id === "root")?.data as RootData | undefined;
  const product = root?.settings.productName ?? "Maillon";
  const page = (data ?? {}) as PageData;
  const title = error ? errorTitle(error, root) : page.title;
  const description = error ? undefined : page.description;
  return [{ title: title ? `${title} | ${product}` : product }, ...(description ? [{ name: "description", content: description }] : [])];
}

function errorTitle(error: unknown, root: RootData | undefined): string | undefined {
  return root?.errorTitles[statusOf(error) === 404 ? "notFound" : "unexpected"];
}
