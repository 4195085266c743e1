import { createHash } from "node:crypto";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import type { Endpoint } from "#contract/api/endpoint";
import { describeApi } from "./api-description.ts";
import type { Env } from "./routes.ts";

const style = `body{max-width:60rem;margin:2rem auto;padding:0 1.25rem;font:400 1rem/1.5 system-ui,sans-serif;color:#211a1c}
h2{margin-top:2.5rem;border-bottom:2px solid #e3dcda}code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
details{border:1px solid #e3dcda;border-radius:.625rem;margin:.5rem 0;padding:.5rem 1rem}summary{cursor:pointer;font-weight:600}
pre{background:#f8f5f3;padding:1rem;border-radius:.625rem;overflow:auto}b{display:inline-block;min-width:4.5rem;color:#cb1067}`;
const styleHash = createHash("sha256").update(style).digest("base64");

type Operation = { tags?: string[]; description?: string };

/** The API's description for programs (`/api/openapi.json`) and for people (`/api/docs`), in English as its readers are developers. */
export function apiPages(endpoints: Endpoint[], publicUrl: string): Hono<Env> {
  const document = once(() => describeApi(endpoints, publicUrl));
  return new Hono<Env>()
    .get("/api/openapi.json", (http) => http.json(document()))
    .get("/api/docs", (http) => {
      const operations = Object.entries(document().paths ?? {}).flatMap(([path, methods]) =>
        Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
      );
      const groups = Map.groupBy(operations, ({ operation }) => operation.tags?.[0] ?? "");
      http.header(
        "content-security-policy",
        `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
      );
      return http.html(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Maillon API</title><style>${raw(style)}</style></head>
<body><h1>Maillon API</h1><p>${document().info.description} For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${[...groups].map(
  ([group, members]) =>
    html`<h2>${group}</h2>${members.map(
      ({ method, path, operation }) =>
        html`<details><summary><b>${method.toUpperCase()}</b> <code>${path}</code></summary><p>${operation.description}</p><pre>${JSON.stringify(operation, null, 2)}</pre></details>`,
    )}`,
)}</body></html>`);
    });
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
