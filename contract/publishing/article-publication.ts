import * as z from "zod";
import { filled } from "../formats/validation.ts";

/**
 * When an article is published: now when `at` is missing. `at` is a UTC time. `version` is the one that was read: another one in the database
 * answers 409, and so does an article in review without it.
 */
export const PublicationRequest = z.object({ at: z.iso.datetime("articles:publication.form").optional(), version: z.int().optional() });
export type PublicationRequest = z.infer<typeof PublicationRequest>;

/** Why an article is sent back from review, which its author reads. An author who withdraws their own gives no reason. */
export const SendBack = z.object({ reason: filled("articles:sendBack.required", 1_000) });
export type SendBack = z.infer<typeof SendBack>;
