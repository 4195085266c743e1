import * as z from "zod";
import { Done, endpoint } from "../api/endpoint.ts";

/** 10 MB: what the forms promise, what the backend enforces. */
export const maxDocumentBytes = 10 * 1024 * 1024;
export const imageTypes = ["image/jpeg", "image/png", "image/webp", "image/avif"] as const;
/** What documents and the files of records may be. */
export const fileTypes = [...imageTypes, "application/pdf"] as const;

/** Proofs that people send for their file: staff accept or reject them, and the nightly run purges them. */
export const supportingDocumentKinds = [
  "IDENTITY",
  "PROOF_ADDRESS",
  "PROOF_INCOME",
  "PROOF_STUDIES",
  "LICENCE",
  "INSURANCE",
  "INSPECTION",
] as const;
export const documentKinds = [
  "AVATAR",
  "PUBLIC_MEDIA",
  "ARTICLE_PICTURE",
  "CV",
  "RECORD_FILE",
  "MESSAGE_FILE",
  ...supportingDocumentKinds,
] as const;
export type SupportingDocumentKind = (typeof supportingDocumentKinds)[number];
/** The most documents that a person's file shows, the newest. */
export const documentsShown = 100;
export const supportingDocumentStates = ["pending", "accepted", "rejected"] as const;

/** A photo or a PDF that goes with what somebody writes. */
export const attachment = z
  .instanceof(File)
  .refine(({ size }) => size <= maxDocumentBytes, "threads:error.fileSize")
  .optional();

/** The file of a message, as its readers see it before they fetch it. */
export const MessageFile = z.object({ id: z.uuid(), name: z.string(), bytes: z.int() });

/** An uploaded file, once checked and re-encoded. */
export const StoredDocument = z.object({
  id: z.uuid(),
  kind: z.string(),
  mime: z.string(),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type StoredDocument = z.infer<typeof StoredDocument>;

export const documentsApi = {
  /** Pictures for public pages. */
  createPublicMedia: endpoint({
    method: "POST",
    path: "/api/documents/public-media",
    access: { roles: ["ADMIN", "VOLUNTEER"] },
    bodyType: "multipart",
    body: z.object({ file: z.instanceof(File) }),
    response: StoredDocument,
    status: 201,
  }),
  /** A file that belongs to a record of content: staff alone read it, unless the record's own subject hands it out. */
  createRecordFile: endpoint({
    method: "POST",
    path: "/api/admin/record-files",
    access: { roles: ["ADMIN"] },
    bodyType: "multipart",
    body: z.object({ file: z.instanceof(File) }),
    response: StoredDocument,
    status: 201,
  }),
  /** One's own portrait, in place of the one before. */
  setAvatar: endpoint({
    method: "POST",
    path: "/api/account/avatar",
    access: "authenticated",
    bodyType: "multipart",
    body: z.object({ file: z.instanceof(File) }),
    response: StoredDocument,
    status: 201,
  }),
  removeAvatar: endpoint({ method: "DELETE", path: "/api/account/avatar", access: "authenticated", response: Done }),
};
