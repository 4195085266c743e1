import { type Context, Hono } from "hono";
import * as z from "zod";
import type { Access } from "#contract/accounts/access";
import { filePolicy } from "#contract/api/file-policy";
import { Refusal } from "../refusal.ts";
import type { Actor } from "./actor.ts";
import { authorise, type Env } from "./routes.ts";
import type { Services } from "./services.ts";

export type PrivateFile = { bytes: Uint8Array; mime: string; name: string };

/** A private file: `read` returns null for people without access, which is a 404. It is sent as a download, never shown inline on our origin. */
export function privateFile(
  services: Services,
  path: `/api/${string}`,
  access: Exclude<Access, "public">,
  read: (actor: Actor, id: string, http: Context<Env>) => Promise<PrivateFile | null>,
): Hono<Env> {
  return privateDownload(services, path, access, async (actor, http) => {
    return read(actor, idOf(http), http);
  });
}

/** The same of a file that is drawn when it is fetched: so many times an hour for each person. */
export const drawnFile: typeof privateFile = (services, path, access, read) =>
  privateFile(services, path, access, async (actor, id, http) => {
    await services.limits.take("drawnFileByPerson", actor.id);
    return read(actor, id, http);
  });

/** The id in the address of a file. One that no record can have is not found, before the database refuses it as an error. */
export function idOf(http: Context<Env>): string {
  const { data } = z.uuid().safeParse(http.req.param("id"));
  if (!data) throw new Refusal("not_found");
  return data;
}

/** The same of a file that has no id, such as one that is drawn of a day. */
export function privateDownload(
  services: Services,
  path: `/api/${string}`,
  access: Exclude<Access, "public">,
  read: (actor: Actor, http: Context<Env>) => Promise<PrivateFile | null>,
): Hono<Env> {
  return new Hono<Env>().get(path, async (http) => {
    const actor = await services.authenticate(services, http, access);
    authorise(actor, access);
    const file = actor ? await read(actor, http) : null;
    if (!file) throw new Refusal("not_found");
    return fileResponse(http, file);
  });
}

/** A file as a download, never shown inline on our origin. */
export function fileResponse(http: Context<Env>, { bytes, mime, name }: PrivateFile): Response {
  return http.body(bytes as Uint8Array<ArrayBuffer>, 200, {
    "content-type": mime,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    "content-security-policy": filePolicy,
  });
}
