import * as z from "zod";
import { BulkResult } from "../api/bulk.ts";
import { Done, endpoint, Selection } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { filled, shortText } from "../formats/validation.ts";
import { checkContact, EmailChangeRequest, OwnAddress, PersonFields, StoredAddress } from "./account.ts";
import { supportingDocumentStates } from "./documents.ts";
import { driverStatuses } from "./people.ts";
import { roles } from "./roles.ts";
import { Shop, StoredShop } from "./shop.ts";

const admins = { roles: ["ADMIN"] } as const;
const drivers = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const byId = z.object({ id: z.uuid() });
const day = calendarDay();

const EditedFields = PersonFields.extend({
  firstName: filled("people:edit.error.firstName", 80),
  lastName: filled("people:edit.error.lastName", 80),
  birthDate: day.nullish(),
  sectorId: z.uuid().nullish(),
  isStaffMember: z.boolean().default(false),
  mattermostId: shortText(80).nullish(),
  microsoftId: shortText(80).nullish(),
  /** When the form was read: a change made by somebody else since then is not overwritten. */
  version: z.iso.datetime(),
});

/** What staff may change of a person. Where the birth date is withheld from the reader, it is left as it is. */
export const EditedPerson = EditedFields.superRefine(checkContact);
export type EditedPerson = z.output<typeof EditedPerson>;

/** The edited fields that the mail to the person names. */
export const editedFields = [
  "firstName",
  "lastName",
  "phone",
  "preferredContact",
  "locale",
  "birthDate",
  "sectorId",
  "isStaffMember",
  "mattermostId",
  "microsoftId",
] as const;
export type EditedField = (typeof editedFields)[number];

export const PersonToEdit = EditedFields.extend({
  email: z.string(),
  role: z.enum(roles),
  /** Whether the reader may ask for another address, and whether the current one is notified of that. */
  mayChangeEmail: z.boolean(),
  emailIsConfirmed: z.boolean(),
  withheld: z.boolean(),
  sectors: z.array(z.object({ id: z.uuid(), name: z.string() })),
});

/** How someone gets around for the charity; `none` takes the record away. Driving a motor vehicle requires three documents. */
export const drivingVehicles = ["none", "bike", "scooter", "car", "van"] as const;
export const drivingDocuments = ["licence", "insurance", "inspection"] as const;
export type DrivingDocument = (typeof drivingDocuments)[number];

/** The last day on which each document counts, as printed on it. */
export const Driving = z.object({
  vehicle: z.enum(drivingVehicles, "account:driving.vehicleMissing"),
  chilled: z.boolean().default(false),
  licenceExpiry: day.nullish(),
  insuranceExpiry: day.nullish(),
  inspectionExpiry: day.nullish(),
  /** When the form was read; missing where nothing was stored yet. A change made by somebody else since then is not overwritten. */
  version: z.iso.datetime().nullish(),
});
export type Driving = z.output<typeof Driving>;

/** `mayDrive` is false for minors, who have no such form. */
export const StoredDriving = Driving.extend({ mayDrive: z.boolean() });
export type StoredDriving = z.infer<typeof StoredDriving>;

export const drivingDocumentKinds = ["LICENCE", "INSURANCE", "INSPECTION"] as const;
export const NewDrivingDocument = z.object({
  kind: z.enum(drivingDocumentKinds, "account:driving.kindMissing"),
  file: z.instanceof(File, { error: "account:driving.fileMissing" }),
});

/** What became of the documents that a driver sent, newest first; `drives` is whether they drive a motor vehicle, which requires them, and `approval` what the team decided about it. */
const SentDrivingDocuments = z.object({
  drives: z.boolean(),
  approval: z.enum(driverStatuses).nullable(),
  documents: z.array(
    z.object({
      ...{ id: z.uuid(), kind: z.enum(drivingDocumentKinds), name: z.string(), status: z.enum(supportingDocumentStates) },
      reason: z.string().nullable(),
      sentAt: z.iso.datetime(),
    }),
  ),
});
export type SentDrivingDocuments = z.infer<typeof SentDrivingDocuments>;

/** The lists of people whose members can be given a team together. */
export const sectorLists = ["volunteers", "beneficiaries", "donators"] as const;

/** Why somebody keeps their team: they are in the new one, their restricted file would open to whoever moves them there, or they have left. */
export type SectorObstacle = "already" | "restricted" | "gone";

/** The team that the selected people get; a form holds it alone. */
export const SectorChoice = z.object({ sectorId: z.uuid("people:team.needed") });

const SectorAssignment = SectorChoice.partial().extend({ list: z.enum(sectorLists), selection: Selection, dryRun: z.boolean() });
export type SectorAssignment = z.output<typeof SectorAssignment>;

/** The email address that somebody's account should have. */
export const NewEmail = EmailChangeRequest.pick({ email: true });

export const personEditApi = {
  /** Gives the selected people a team, or starts the task that does when they are too many for one request. A dry run counts and names the first; with a team, also whom it leaves as they are. */
  assignSector: endpoint({
    method: "POST",
    path: "/api/admin/people/team",
    access: admins,
    body: SectorAssignment,
    response: BulkResult.extend({
      /** Those whom the sender may not bring into this team, the first by name. */
      unmoved: z.object({ count: z.int(), names: z.array(z.string()) }),
      sectors: z.array(z.object({ id: z.uuid(), name: z.string() })),
    }),
  }),
  get: endpoint({ method: "GET", path: "/api/admin/people/:id/profile", access: admins, params: byId, response: PersonToEdit }),
  set: endpoint({ method: "PUT", path: "/api/admin/people/:id/profile", access: admins, params: byId, body: EditedPerson, response: Done }),
  /** Null where it is restricted for the reader, and of a shop, whose address is among its answers. */
  address: endpoint({
    method: "GET",
    path: "/api/admin/people/:id/address",
    access: admins,
    params: byId,
    response: z.object({ address: StoredAddress.nullable() }),
  }),
  setAddress: endpoint({
    method: "PUT",
    path: "/api/admin/people/:id/address",
    access: admins,
    params: byId,
    body: OwnAddress,
    response: Done,
  }),
  /** The account takes the address once the link that is sent to it is opened. */
  changeEmail: endpoint({
    method: "POST",
    path: "/api/admin/people/:id/email",
    access: admins,
    params: byId,
    body: NewEmail,
    response: Done,
  }),
  driving: endpoint({ method: "GET", path: "/api/admin/people/:id/driving", access: admins, params: byId, response: StoredDriving }),
  setDriving: endpoint({
    method: "PUT",
    path: "/api/admin/people/:id/driving",
    access: admins,
    params: byId,
    body: Driving,
    response: Done,
  }),
  /** What a shop answered when it registered; not found for everybody else. */
  shop: endpoint({ method: "GET", path: "/api/admin/people/:id/shop", access: admins, params: byId, response: StoredShop }),
  setShop: endpoint({ method: "PUT", path: "/api/admin/people/:id/shop", access: admins, params: byId, body: Shop, response: Done }),
};

export const ownDrivingApi = {
  get: endpoint({ method: "GET", path: "/api/account/driving", access: drivers, response: StoredDriving }),
  set: endpoint({ method: "PUT", path: "/api/account/driving", access: drivers, body: Driving, response: Done }),
  /** These two also for a volunteer whose account waits: the team may ask for another document before it opens. */
  documents: endpoint({ method: "GET", path: "/api/account/driving/papers", access: "authenticated", response: SentDrivingDocuments }),
  addSupportingDocument: endpoint({
    method: "POST",
    path: "/api/account/driving/papers",
    access: "authenticated",
    bodyType: "multipart",
    body: NewDrivingDocument,
    response: z.object({ id: z.uuid() }),
    status: 201,
  }),
};
