import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Access } from "#contract/accounts/access";
import type { Endpoint } from "#contract/api/endpoint";
import type { MachineAuthentication, MachineEndpoint } from "#contract/api/machine-endpoint";
import { Problem } from "#contract/api/problem";

/** The OpenAPI document of the API, made from the schemas that the endpoints parse with. */
export function describeApi(endpoints: Endpoint[], publicUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Maillon",
      version: "1",
      description: "Errors are problem documents (RFC 9457). Status 498 means that the access token has expired.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: { securitySchemes: { session: { type: "apiKey", in: "cookie", name: "access" } } },
  });
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { method, path, access, params, query, body, bodyType, response, status = 200 } = endpoint;
  const machine = "authentication" in endpoint ? (endpoint as MachineEndpoint) : null;
  const media = machine?.contentTypes ?? [bodyType === "multipart" ? "multipart/form-data" : "application/json"];
  const schema = bodyType === "multipart" ? multipartSchema : body;
  return {
    operationId: `${method.toLowerCase()}${path
      .split(/[/:-]+/)
      .map(capitalised)
      .join("")}`,
    tags: [
      path
        .split("/")
        .slice(2, path.startsWith("/api/admin") ? 4 : 3)
        .join(" "),
    ],
    description: machine ? callers[machine.authentication] : audience(access),
    ...(access !== "public" && { security: [{ session: [] }] }),
    requestParams: { ...(params && { path: params as never }), ...(query && { query: query as never }) },
    ...(body && { requestBody: { content: Object.fromEntries(media.map((type) => [type, { schema }])) } }),
    responses: {
      ...(machine
        ? { 204: { description: "Done" } }
        : { [status]: { description: "Done", content: { "application/json": { schema: response } } } }),
      default: { description: "Refused", content: { "application/problem+json": { schema: Problem } } },
    },
  };
}

function capitalised(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

const multipartSchema = {
  type: "object" as const,
  properties: { file: { type: "string" as const, format: "binary" } },
  required: ["file"],
};

const callers: Record<MachineAuthentication, string> = {
  none: "For programs, open to all.",
  token: "For programs with a token: `Authorization: Bearer …`.",
  signature: "For programs with a signature over the time and the body.",
};

function audience(access: Access): string {
  if (access === "public") return "Open to everyone.";
  if (access === "authenticated") return "Open to anyone logged in.";
  return `Open to ${access.roles.join(", ")}${access.permission ? ` with ${access.permission}` : ""}.`;
}
