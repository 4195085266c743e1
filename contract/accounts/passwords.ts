import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { validEmail } from "../formats/validation.ts";

const email = validEmail("register:error.emailMissing", "register:error.email", 254);

/** 12 characters at least, not one character over and over. */
export const NewPassword = z
  .string("register:error.password")
  .min(12, "register:error.password")
  .max(256, { error: "register:error.passwordTooLong", abort: true })
  .refine((typed) => new Set(typed).size >= 5, "register:error.weak");

export const PasswordRequest = z.object({ email });
export const PasswordUpdate = z
  .object({ password: NewPassword, again: z.string("register:error.again").max(256, "register:error.mismatch") })
  .refine(({ password, again }) => password === again, { path: ["again"], error: "register:error.mismatch" });

export const passwordsApi = {
  /** Always the same response, after the same time. */
  request: endpoint({ method: "POST", path: "/api/password/request", access: "public", body: PasswordRequest, response: Done }),
  link: endpoint({
    method: "POST",
    path: "/api/password/link",
    access: "public",
    body: z.object({ token: Token }),
    response: z.object({ state: LinkState }),
  }),
  update: endpoint({
    method: "POST",
    path: "/api/password/update",
    access: "public",
    body: z.object({ token: Token, password: NewPassword }),
    /** `isFirst` where somebody who was invited has chosen the first password of the account. */
    response: z.object({ state: LinkState, isFirst: z.boolean().optional() }),
  }),
};
export type PasswordUpdate = z.output<typeof PasswordUpdate>;
