import type { MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { createElement, type ReactNode } from "react";
import type { TreeNode } from "../../../page-tree";

export const meta: MetaFunction = () => [{ title: "Articles" }, { name: "description", content: "Articles" }];

/** The same request as the site's own list; the page has the same elements. */
export async function loader() {
  const answer = await fetch(`${process.env.API_BASE_URL}/api/articles?perPage=13`, { headers: { "accept-language": "fr" } });
  return (await answer.json()) as { items: unknown[] };
}

/** Given by the server that runs this. */
const { pageTree = [] } = globalThis as { pageTree?: TreeNode[] };

export default function News() {
  useLoaderData<typeof loader>();
  return pageTree.map(Part);
}

function Part(node: TreeNode, at: number): ReactNode {
  if (typeof node === "string") return node;
  const { tag, properties, children } = node;
  const inside = children.map(Part);
  const { href } = properties;
  if (tag !== "a" || typeof href !== "string" || !href.startsWith("/")) return createElement(tag, { key: at, ...properties }, ...inside);
  return (
    <Link key={at} to={href} {...properties}>
      {inside}
    </Link>
  );
}
