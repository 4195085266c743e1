import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { kitArchive, readKit } from "~/subjects/press/kit.server";

/**
 * The press kit. Its URL contains its version, so that it may be cached without limit; any other version redirects to
 * today's.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const kit = await readKit(context);
  if (new URL(request.url).searchParams.get("v") !== kit.version)
    throw redirect(`/press/kit.zip?v=${kit.version}`, { headers: { "cache-control": "no-cache" } });
  const headers = { etag: `"${kit.version}"`, "cache-control": "public, max-age=31536000, immutable" };
  if (request.headers.get("if-none-match")?.includes(headers.etag)) return new Response(null, { status: 304, headers });
  const bytes = await kitArchive(kit);
  const name = `${context.settings.productName.toLowerCase().replace(/[^a-z0-9]+/g, "-")}-press.zip`;
  return new Response(bytes as BodyInit, {
    headers: {
      ...headers,
      "content-type": "application/zip",
      "content-length": String(bytes.byteLength),
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}
