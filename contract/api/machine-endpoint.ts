import * as z from "zod";
import type { Endpoint } from "./endpoint.ts";

/** How a caller is authenticated: not at all, with a token, or with a signature over the time and the body. */
export type MachineAuthentication = "none" | "token" | "signature";

/**
 * An operation that other programs call: browsers with their reports, services with their webhooks. The caller has no session and is no page
 * of ours, so that its Origin says nothing. What it sends is JSON, bounded in size. It is answered with 204 and nothing else.
 */
export type MachineEndpoint<Body extends z.ZodType = z.ZodType> = Endpoint<z.ZodType, z.ZodType, Body, z.ZodVoid, "public"> & {
  method: "POST";
  authentication: MachineAuthentication;
  /** Media types of the body. Any other is refused with 415. */
  contentTypes: readonly [string, ...string[]];
  /** The most that is sent, in bytes. More is refused with 413. */
  maxBytes: number;
};

type Definition<Body extends z.ZodType> = Pick<MachineEndpoint<Body>, "path" | "authentication" | "contentTypes" | "maxBytes"> & {
  body: Body;
};

export function machineEndpoint<Body extends z.ZodType>(definition: Definition<Body>): MachineEndpoint<Body> & { body: Body } {
  return { ...definition, method: "POST", access: "public", response: z.void() };
}
