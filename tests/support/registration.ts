import type { RegistrationKind } from "#contract/accounts/registration-steps";
import type { TestBackend } from "./backend";
import { mailsTo } from "./outbox";
import { keepCookies } from "./site";

const place = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };
const person = { firstName: "Nour", lastName: "Lambert" };

/** Answers that complete each way in, step by step. */
export const completeSteps: Record<RegistrationKind, Record<string, Record<string, unknown>>> = {
  beneficiary: {
    person,
    place,
    situation: { studies: "Université Lyon 2", scholarship: "4", income: 700, charges: 600, household: 1 },
    needs: { diets: ["vegetarian"], size: "M" },
  },
  volunteer: {
    identity: { ...person, birthDate: "2000-05-14" },
    place,
    wishes: { activities: ["deliver"], moments: ["saturday"] },
    driving: { vehicle: "bike" },
  },
  merchant: {
    siret: { siret: "73282932000074" },
    company: { companyName: "Boulangerie du Pont", ...place, surfaceOver400: true, fiscalYearEnd: "31/12" },
    pickup: { moments: ["weekdayEvening"], products: ["bread"] },
    person,
  },
  individual: { person, place },
};

type Backend = Pick<TestBackend, "request" | "fetch" | "services">;

/** Fills in a registration up to the account, as one browser; answers its cookies. */
export async function fillIn(backend: Backend, kind: RegistrationKind, changes: Record<string, Record<string, unknown>> = {}, cookie = "") {
  for (const [step, answers] of Object.entries(completeSteps[kind])) {
    const json = { ...answers, ...changes[step] };
    const answer = await backend.request(`/api/registration/${kind}/${step}`, { method: "PUT", cookie, json });
    if (!answer.ok) throw new Error(`${step}: ${answer.status} ${await answer.text()}`);
    cookie = keepCookies(cookie, answer);
  }
  return cookie;
}

export const aPassword = "trois mots sans lien";

/** Makes the account of what was filled in; `kind` says of which draft, where the browser has several. */
export function makeAccount(backend: Backend, cookie: string, email: string, more: Record<string, unknown> = {}, kind?: RegistrationKind) {
  const json = { email, password: aPassword, locale: "fr", terms: true, ...more };
  return backend.request(`/api/registration${kind ? `?kind=${kind}` : ""}`, { method: "POST", cookie, json });
}

/** The token in the last mail of a topic to an address. */
export async function tokenFor({ services }: Pick<Backend, "services">, email: string, topic: string): Promise<string> {
  const mail = (await mailsTo({ services }, email)).find((one) => one.topic === topic);
  return /token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
}
