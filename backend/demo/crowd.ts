import { readFileSync } from "node:fs";
import { memberships } from "#backend/modules/memberships/tables";
import { driverProfiles } from "#backend/modules/people/tables";
import { users } from "#backend/modules/users/tables";
import type { AccountState } from "#contract/accounts/current-user";
import { vehicles } from "#contract/accounts/people";
import type { Role } from "#contract/accounts/roles";
import { franceDay } from "#contract/formats/france-time";
import type { Db } from "../db/client.ts";

type Names = { first: string[]; last: string[]; refusals: string[]; suspensions: string[] };
type Given = { sectors: Map<string, string>; passwordHash: string; now: Date };

const day = 86_400_000;
const size = 380;
const batch = 100;

/** Percentages of roles, and of states within each. */
const roleShares: [Role, number][] = [
  ["VOLUNTEER", 42],
  ["BENEFICIARY", 38],
  ["DONATOR_MERCHANT", 8],
  ["DONATOR_INDIVIDUAL", 11],
  ["ADMIN", 1],
];
const stateShares: Record<Role, [AccountState, number][]> = {
  ADMIN: [["validated", 100]],
  VOLUNTEER: [
    ["validated", 82],
    ["to_validate", 7],
    ["registered", 4],
    ["suspended", 2],
    ["refused", 1],
    ["left", 4],
  ],
  BENEFICIARY: [
    ["validated", 66],
    ["waiting", 12],
    ["to_validate", 10],
    ["registered", 4],
    ["refused", 5],
    ["suspended", 1],
    ["left", 2],
  ],
  DONATOR_MERCHANT: [
    ["validated", 80],
    ["to_validate", 15],
    ["registered", 5],
  ],
  DONATOR_INDIVIDUAL: [
    ["validated", 92],
    ["registered", 8],
  ],
};

/** People to fill the lists: invented names, put together in the same way at each start. Nobody logs in as them. */
export async function addCrowd(tx: Db, { sectors, passwordHash, now }: Given) {
  const names = JSON.parse(readFileSync("backend/demo/names.json", "utf8")) as Names;
  const pick = dice(20_261_121);
  const people = Array.from({ length: size }, (_, at) => person(at, { names, sectorIds: [...sectors.values()], passwordHash, now, pick }));
  for (let at = 0; at < people.length; at += batch) await tx.insert(users).values(people.slice(at, at + batch));
  const open = people.filter(({ role, accountState }) => role === "VOLUNTEER" && accountState === "validated");
  await tx.insert(memberships).values(
    open
      .filter(() => pick() < 0.6)
      .map(({ id }) => ({
        userId: id,
        startDate: franceDay(new Date(now.getTime() - 80 * day)),
        endDate: franceDay(new Date(now.getTime() + 284 * day)),
      })),
  );
  const ahead = (from: number, to: number) => franceDay(new Date(now.getTime() + (from + pick() * (to - from)) * day));
  const drivers = open.filter(
    ({ birthDate }) => birthDate !== null && birthDate < franceDay(new Date(now.getTime() - 19 * 365.25 * day)) && pick() < 0.3,
  );
  await tx.insert(driverProfiles).values(
    drivers.map(({ id }) => {
      const status = share(
        [
          ["approved", 70],
          ["pending", 22],
          ["blocked", 8],
        ] as const,
        pick(),
      );
      const missing = status !== "approved" && pick() < 0.5;
      return {
        userId: id,
        vehicle: one(vehicles, pick()),
        chilled: pick() < 0.2,
        status,
        licenceExpiry: ahead(200, 3000),
        insuranceExpiry: missing ? null : ahead(-20, 330),
        inspectionExpiry: ahead(-10, 600),
      };
    }),
  );
}

type Making = { names: Names; sectorIds: string[]; passwordHash: string; now: Date; pick: () => number };

function person(at: number, { names, sectorIds, passwordHash, now, pick }: Making) {
  const role = share(roleShares, pick());
  const accountState = share(stateShares[role], pick());
  const [firstName, lastName] = [one(names.first, pick()), one(names.last, pick())];
  const ago = (days: number) => new Date(now.getTime() - Math.floor(days) * day - at * 61_000);
  const sometimes = <Value>(chance: number, value: Value) => (pick() < chance ? value : null);
  const createdAt = ago(3 + pick() ** 2 * 900);
  const verified = accountState !== "registered";
  const waits = accountState === "to_validate" || accountState === "waiting";
  const later = (date: Date) => (date > createdAt ? date : createdAt);
  return {
    id: crypto.randomUUID(),
    email: `${plain(firstName)}.${plain(lastName)}${at}@maillon.example`,
    firstName,
    lastName,
    role,
    accountState,
    passwordHash,
    phone: sometimes(0.86, `+3363998${String(1000 + at).slice(-4)}`),
    birthDate: sometimes(0.9, franceDay(ago(ageOf(role, pick()) * 365.25))),
    sectorId: sometimes(0.94, one(sectorIds, pick())),
    emailVerifiedAt: verified ? createdAt : null,
    stateReason: reasonOf(accountState, names, pick()),
    stateChangedAt: later(ago(pick() * (waits ? 24 : 400))),
    annualVerificationNeeded: role === "BENEFICIARY" && accountState === "validated" && pick() < 0.12,
    locale: pick() < 0.12 ? ("en" as const) : ("fr" as const),
    lastInteractionAt: verified ? sometimes(0.92, later(ago(pick() ** 2 * 200))) : null,
    createdAt,
  };
}

function ageOf(role: Role, at: number): number {
  if (role === "BENEFICIARY") return 18 + at * 9;
  return role === "VOLUNTEER" ? 16.5 + at ** 2 * 45 : 28 + at * 45;
}

function reasonOf(state: AccountState, { refusals, suspensions }: Names, at: number): string | null {
  if (state === "refused") return one(refusals, at);
  return state === "suspended" ? one(suspensions, at) : null;
}

/** Pseudo-random numbers from 0 to 1, the same at each start. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function one<Value>(values: readonly Value[], at: number): Value {
  return values[Math.floor(at * values.length)] as Value;
}

function share<Value>(shares: readonly (readonly [Value, number])[], at: number): Value {
  let left = at * 100;
  for (const [value, part] of shares) {
    if (left < part) return value;
    left -= part;
  }
  return shares[0]?.[0] as Value;
}

function plain(name: string): string {
  return name
    .normalize("NFD")
    .replace(/[^a-zA-Z]/g, "")
    .toLowerCase();
}
