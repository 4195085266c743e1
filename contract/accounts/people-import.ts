import * as z from "zod";
import { locales } from "../formats/locale.ts";
import { Postcode } from "../formats/postal-address.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { PersonFields } from "./account.ts";
import { importApi } from "./imports.ts";
import { accountManagers } from "./permissions.ts";

/** A volunteer as a row of a file says it. Of somebody who has an account, only the fields of the form of staff change. */
export const ImportedPerson = z.object({
  firstName: filled("people:edit.error.firstName", 80),
  lastName: filled("people:edit.error.lastName", 80),
  email: validEmail("register:error.emailMissing", "register:error.email", 254),
  phone: PersonFields.shape.phone,
  /** For somebody new: it leads to the sector where none is named. */
  postcode: Postcode.nullish(),
  sectorId: z.uuid().nullish(),
  locale: z.enum(locales).default("fr"),
  skills: z.string().trim().max(300).nullish(),
});
export type ImportedPerson = z.output<typeof ImportedPerson>;

/** Fields of somebody who has an account already. */
export const importedEdits = ["firstName", "lastName", "phone", "sectorId", "locale"] as const;

export const peopleImportApi = importApi("/api/admin/people/volunteers", accountManagers);
