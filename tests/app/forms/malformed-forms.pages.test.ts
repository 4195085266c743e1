import { afterAll, beforeAll, expect, test } from "vitest";
import { startBackend } from "#tests/support/backend";
import { addGift, aReceipt, openGifts } from "#tests/support/gifts";
import { malformed, malformedText, seeded } from "#tests/support/malformed";
import { noLimits } from "#tests/support/no-limits";
import { addPerson, signIn } from "#tests/support/people";
import { fillIn } from "#tests/support/registration";
import { type Site, startSite } from "#tests/support/site";

/** Of forms that open with a state of their own: a draft, a link, a gift. Those that pages show are in `every-form.pages.test.ts`. */
const wanted = 250;
const atOnce = 50;
const id = "3f0d5c3e-7f59-4b0e-9f8e-0d6f0b1c2a3d";
const token = "a".repeat(43);

let site: Site;
let forms: { path: string; form: Record<string, string>; cookie?: string }[] = [];
beforeAll(async () => {
  // why: the limits would refuse most of what is sent before anybody reads it.
  site = await startSite({}, await startBackend({ limits: noLimits }));
  const admin = (await signIn(site.backend, { role: "ADMIN", permissions: ["ADMIN_MANAGE_USERS_PERMISSIONS"] })).cookie;
  const student = (await signIn(site.backend, { role: "BENEFICIARY", accountState: "waiting" })).cookie;
  const volunteer = (await signIn(site.backend, { role: "VOLUNTEER" })).cookie;
  await addPerson(site.backend, { role: "VOLUNTEER", id });
  const draft = await fillIn(site.backend, "volunteer");
  const place = { addressLine: "12 rue des Lilas", postcode: "69003", city: "Lyon" };
  const password = "trois mots sans lien";
  const email = "lou@example.org";
  const [gift, other] = [await addGift(site.backend, { email, ...aReceipt }), await addGift(site.backend, { email, rhythm: "monthly" })];
  const donor = await openGifts(site.backend, email);
  forms = [
    { path: "/register/beneficiary?step=person", form: { firstName: "N", lastName: "L", phone: "0612345678" } },
    { path: "/register/volunteer?step=identity", form: { firstName: "N", lastName: "L", birthDate: "2000-05-14" }, cookie: draft },
    { path: "/register/volunteer?step=place", form: { ...place, address: "a\nb\nc" }, cookie: draft },
    { path: "/register/volunteer?step=place", form: { ...place, find: "1" }, cookie: draft },
    { path: "/register/volunteer?step=wishes", form: { activities: "deliver", moments: "saturday", message: "x" }, cookie: draft },
    {
      path: "/register/volunteer?step=driving",
      form: { vehicle: "car", licenceExpiry: "2030-01-01", removeSupportingDocument: id },
      cookie: draft,
    },
    { path: "/register/donator-form?for=merchant&step=siret", form: { siret: "73282932000074" } },
    { path: "/register/basic", form: { email: "neuf@maillon.example", password, locale: "fr", terms: "on" } },
    { path: `/register/guardian?token=${token}`, form: { name: "C", agreed: "on" } },
    { path: "/password/request", form: { email: "a@maillon.example" } },
    { path: `/password/update?token=${token}`, form: { password, again: password } },
    { path: "/donations/access", form: { email } },
    { path: `/donations/access?token=${token}`, form: { token } },
    {
      path: `/donations/manage/${gift.reference}`,
      form: { intent: "move", street: "1 rue", postcode: "69001", city: "Lyon" },
      cookie: donor,
    },
    { path: `/donations/manage/${other.reference}`, form: { intent: "stop", reason: "x" }, cookie: donor },
    { path: "/account/pending/criteria", form: { studies: "x", income: "1", charges: "1", household: "1" }, cookie: student },
    { path: "/account/settings", form: { firstName: "A", lastName: "B", phone: "0612345678", locale: "fr" }, cookie: volunteer },
    { path: "/account/settings/sessions", form: { intent: "email", email: "b@maillon.example", password }, cookie: volunteer },
    { path: "/account/settings/privacy", form: { kind: "object", message: "x" }, cookie: volunteer },
    { path: "/dashboard/admin/privacy/retention", form: { dataKind: "papers", months: "1", days: "1" }, cookie: admin },
    {
      path: "/dashboard/admin/documents/texts/create",
      form: { key: "k", "title.fr": "A", "body.fr": "B", appliesTo: "ADMIN" },
      cookie: admin,
    },
    { path: "/dashboard/admin/registration-links/create", form: { label: "L", role: "VOLUNTEER", maxUses: "3" }, cookie: admin },
    {
      path: "/dashboard/admin/oauth-clients/create",
      form: { name: "A", type: "public", redirectUris: "https://a.example/" },
      cookie: admin,
    },
    { path: `/dashboard/admin/permissions/${id}`, form: { role: "VOLUNTEER", permissions: "NEWS_PUBLISH", reason: "x" }, cookie: admin },
    { path: `/dashboard/admin/users/${id}/view`, form: { step: "suspend", reason: "x" }, cookie: admin },
  ];
});
afterAll(() => site.backend.close());

test(`${wanted} malformed forms through the pages are refused or stored, never a server error, and never returned as markup`, {
  timeout: 240_000,
}, async () => {
  const random = seeded(20_261_122);
  const faults: string[] = [];
  let accepted = 0;
  const send = async (at: number) => {
    const { path, form, cookie } = forms[at % forms.length] as (typeof forms)[number];
    const changed = Object.entries((malformed(form, random) ?? {}) as object);
    const names = [
      [`${Object.keys(form)[0]}.length.toString`, "1"],
      ["__proto__.role", "ADMIN"],
      ["x[9999999]", "1"],
    ] as const;
    const [name, value] = names[Math.floor(random() * 12)] ?? [];
    const sent = Object.fromEntries([
      ...changed.map(([key, text]) => [malformedKey(key), typeof text === "string" ? text : JSON.stringify(text)]),
      ...(name ? [[name, value]] : []),
    ]);
    const answer = await site.visit(path, { cookie, form: sent });
    if (answer.status < 400) accepted += 1;
    const text = await answer.text();
    if (answer.status >= 500 || text.includes("<script>alert(1)") || /\n\s+at .*\.js/.test(text))
      faults.push(`${path} ${answer.status}: ${JSON.stringify(sent).slice(0, 300)}`);
  };
  const malformedKey = (key: string) => (random() < 0.05 ? malformedText(key, random) : key);
  for (let at = 0; at < wanted; at += atOnce) await Promise.all(Array.from({ length: atOnce }, (_, next) => send(at + next)));
  expect(faults).toEqual([]);
  expect(accepted).toBeGreaterThan(wanted / 50);
  expect(accepted).toBeLessThan((wanted * 3) / 4);
});
