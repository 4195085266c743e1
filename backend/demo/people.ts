import type { AccountState } from "#contract/accounts/current-user";
import type { Permission, Role } from "#contract/accounts/roles";
import type { PostalAddress } from "#contract/formats/postal-address";

/** The password of every demonstration account. */
export const demoPassword = "un maillon de plus";

export type DemoPerson = {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  team?: string;
  state?: AccountState;
  emailVerified?: boolean;
  annualVerificationNeeded?: boolean;
  reason?: string;
  permissions?: Permission[];
  /** Permissions that count for the accounts of the own team. */
  inTeam?: Permission[];
  staff?: boolean;
  member?: boolean;
  /** Leaves the charter of the role unsigned. */
  unsigned?: boolean;
  english?: boolean;
  /** Given when they registered. */
  address?: PostalAddress;
  /** What the start-up message says of the account; people without one are there to fill the pages. */
  shows?: string;
};

/** Invented people: an account for each role, one for each stop of the access gate, and authors for the articles. */
export const demoPeople: DemoPerson[] = [
  {
    email: "admin@maillon.example",
    firstName: "Samira",
    lastName: "Benali",
    role: "ADMIN",
    team: "Lyon",
    permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS", "AUDIT_READ", "EXPORT_PERSONAL_DATA", "BENEFICIARY_READ_RESTRICTED"],
    staff: true,
    member: true,
    shows: "administration, with the permissions page",
  },
  {
    email: "coordinator@maillon.example",
    firstName: "Paul",
    lastName: "Vasseur",
    role: "ADMIN",
    team: "Lille",
    staff: true,
    shows: "administration, without it",
  },
  {
    email: "volunteer@maillon.example",
    firstName: "Yanis",
    lastName: "Moreau",
    role: "VOLUNTEER",
    team: "Lille",
    member: true,
    address: { addressLine: "18 rue des Glycines", postcode: "59000", city: "Lille" },
    shows: "volunteer",
  },
  {
    email: "editor@maillon.example",
    firstName: "Maëlle",
    lastName: "Kerjean",
    role: "VOLUNTEER",
    team: "Rennes",
    permissions: ["NEWS_PUBLISH"],
    member: true,
    shows: "volunteer who publishes articles",
  },
  {
    email: "student@maillon.example",
    firstName: "Lina",
    lastName: "Brossard",
    role: "BENEFICIARY",
    team: "Lyon",
    address: { addressLine: "4 rue du Moulin", postcode: "69007", city: "Lyon" },
    shows: "student who receives kits",
  },
  {
    email: "merchant@maillon.example",
    firstName: "Émile",
    lastName: "Castanet",
    role: "DONATOR_MERCHANT",
    team: "Marseille",
    shows: "merchant donor",
  },
  {
    email: "donor@maillon.example",
    firstName: "Hélène",
    lastName: "Roux-Lacaze",
    role: "DONATOR_INDIVIDUAL",
    english: true,
    shows: "individual donor, in English",
  },
  {
    email: "unverified@maillon.example",
    firstName: "Théo",
    lastName: "Garnier",
    role: "VOLUNTEER",
    team: "Nantes",
    state: "registered",
    emailVerified: false,
    shows: "gate: email not verified",
  },
  {
    email: "waiting@maillon.example",
    firstName: "Aminata",
    lastName: "Sow",
    role: "BENEFICIARY",
    team: "Paris",
    state: "waiting",
    shows: "gate: criteria to complete",
  },
  {
    email: "pending@maillon.example",
    firstName: "Hugo",
    lastName: "Lemarchand",
    role: "VOLUNTEER",
    team: "Toulouse",
    state: "to_validate",
    shows: "gate: waiting for approval",
  },
  {
    email: "yearly@maillon.example",
    firstName: "Inès",
    lastName: "Abbadi",
    role: "BENEFICIARY",
    team: "Lyon",
    annualVerificationNeeded: true,
    shows: "gate: yearly check",
  },
  {
    email: "to-sign@maillon.example",
    firstName: "Louise",
    lastName: "Pham",
    role: "VOLUNTEER",
    team: "Bordeaux",
    unsigned: true,
    shows: "gate: charter to sign",
  },
  {
    email: "refused@maillon.example",
    firstName: "Noam",
    lastName: "Tessier",
    role: "BENEFICIARY",
    team: "Dijon",
    state: "refused",
    reason: "Votre certificat de scolarité concerne l’année passée.",
    shows: "refused account",
  },
  {
    email: "suspended@maillon.example",
    firstName: "Jeanne",
    lastName: "Kowalski",
    role: "VOLUNTEER",
    team: "Nice",
    state: "suspended",
    reason: "Deux absences sans prévenir sur une tournée.",
    shows: "suspended account",
  },
  { email: "anouk.ferrand@maillon.example", firstName: "Anouk", lastName: "Ferrand", role: "VOLUNTEER", team: "Rennes", member: true },
  {
    email: "samuel.ortega@maillon.example",
    firstName: "Samuel",
    lastName: "Ortega",
    role: "VOLUNTEER",
    team: "Lyon",
    inTeam: ["ACCOUNTS_MANAGE", "BENEFICIARY_READ_RESTRICTED", "EVENTS_MANAGE"],
    member: true,
    shows: "volunteer who looks after the accounts and the events of one team",
  },
  { email: "clara.nguyen@maillon.example", firstName: "Clara", lastName: "Nguyen", role: "VOLUNTEER", team: "Marseille" },
  { email: "baptiste.roy@maillon.example", firstName: "Baptiste", lastName: "Roy", role: "VOLUNTEER", team: "Rouen", member: true },
  { email: "fatou.diallo@maillon.example", firstName: "Fatou", lastName: "Diallo", role: "VOLUNTEER", team: "Strasbourg" },
  { email: "come.delaunay@maillon.example", firstName: "Côme", lastName: "Delaunay", role: "VOLUNTEER", team: "Grenoble", member: true },
];
