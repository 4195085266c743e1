import * as z from "zod";
import { filled } from "../formats/validation.ts";
import { ContactDraft } from "./contact.ts";
import { partnerKinds } from "./partners.ts";

/** The form of `/partners`: it is stored as a message whose first lines hold the fields. */
export const PartnerProposal = ContactDraft.pick({ name: true, email: true, website: true, proof: true }).extend({
  organisation: filled("partners:error.organisation", 160),
  kind: z.enum(partnerKinds, "partners:error.kind"),
  phone: z.string().trim().max(40).optional(),
  message: filled("partners:error.message", 4500),
});
export type PartnerProposal = z.infer<typeof PartnerProposal>;
