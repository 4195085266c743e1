import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signIn } from "#tests/support/people";
import { completeSteps, fillIn, tokenFor } from "#tests/support/registration";
import { keepCookies, type Site, startSite } from "#tests/support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const textOf = async (answer: Response | Promise<Response>) =>
  (await (await answer).text()).replaceAll("&#x27;", "'").replace(/<script\b.*?<\/script>/gs, "");

const words = {
  "": {
    language: "fr",
    started: "Votre inscription de bénévole",
    step: "Étape 3 sur 5",
    sent: "Le lien est parti",
    other: "Votre demande d’aide",
  },
  "/en": {
    language: "en",
    started: "Your registration as a volunteer",
    step: "Step 3 of 5",
    sent: "The link is on its way",
    other: "Your request for help",
  },
} as const;

describe.each(["", "/en"] as const)("a registration that is left, without script, under %s/register", (prefix) => {
  const { language, started, step, sent, other } = words[prefix];
  const email = `nour${prefix.slice(1)}@maillon.example`;
  const wizard = `${prefix}/register/volunteer`;

  /** A browser that has filled in two steps of a registration as a volunteer, and left at the second. */
  async function leave() {
    const { identity = {}, place = {} } = completeSteps.volunteer;
    const form = (values: object) => values as Record<string, string>;
    const cookie = keepCookies("", await site.visit(`${wizard}?step=identity`, { language, form: form(identity) }));
    const left = await site.visit(`${wizard}?step=place`, { cookie, language, form: form({ ...place, leave: "1" }) });
    expect([left.status, left.headers.get("location")]).toEqual([303, `${prefix}/register/saved?for=volunteer`]);
    return keepCookies(cookie, left);
  }

  test("is announced with its step, and can be erased", async () => {
    const cookie = await fillIn(site.backend, "beneficiary", {}, await leave());
    const page = await textOf(site.visit(`${prefix}/register`, { cookie, language }));
    for (const text of [started, step, other, `href="${wizard}"`]) expect(page).toContain(text);
    expect(await textOf(site.visit(`${prefix}/register`, { language }))).not.toContain(started);
    const erased = await site.visit(`${prefix}/register`, { cookie, language, form: { forget: "volunteer" } });
    expect([erased.status, erased.headers.get("location")]).toEqual([303, `${prefix}/register`]);
    const after = await textOf(site.visit(`${prefix}/register`, { cookie: keepCookies(cookie, erased), language }));
    expect([after.includes(started), after.includes(other)]).toEqual([false, true]);
    // The other tab's registration is as it was.
    expect((await site.visit(`${prefix}/register/basic?for=beneficiary`, { cookie: keepCookies(cookie, erased) })).status).toBe(200);
  });

  test("is mailed as a link that opens it on another device", async () => {
    const cookie = await leave();
    const saved = `${prefix}/register/saved?for=volunteer`;
    expect(await textOf(site.visit(saved, { cookie, language }))).toContain('name="email"');
    const wrong = await site.visit(saved, { cookie, language, form: { email: "nour@" } });
    expect([wrong.status, (await textOf(wrong)).includes("field-email-error")]).toEqual([400, true]);
    const mailed = await site.visit(saved, { cookie, language, form: { email } });
    expect([mailed.status, mailed.headers.get("location")]).toEqual([303, `${saved}&sent=1`]);
    expect(await textOf(site.visit(`${saved}&sent=1`, { cookie, language }))).toContain(sent);
    const token = await tokenFor(site.backend, email, "registration_resume");
    const link = `${prefix}/register/resume?token=${token}`;
    const opened = await site.visit(link, { language });
    const page = await textOf(opened);
    // Opening the link gives nothing: mail scanners do that too.
    expect([opened.status, page.includes(started), page.includes(step), opened.headers.getSetCookie()]).toEqual([200, true, true, []]);
    for (const secret of ["Lambert", "12 rue des Lilas"]) expect(page).not.toContain(secret);
    const resumed = await site.visit(link, { language, form: { intent: "resume" } });
    expect([resumed.status, resumed.headers.get("location")]).toEqual([303, wizard]);
    const elsewhere = keepCookies("", resumed);
    expect(await textOf(site.visit(`${wizard}?step=identity`, { cookie: elsewhere, language }))).toContain('value="Nour"');
    expect(await textOf(site.visit(saved, { cookie: elsewhere, language }))).toContain(`value="${email}"`);
    const erased = await site.visit(link, { language, form: { intent: "erase" } });
    expect(erased.headers.get("location")).toBe(`${prefix}/register`);
    expect((await site.visit(link, { language })).status).toBe(410);
    expect((await site.visit(saved, { cookie, language })).headers.get("location")).toBe(`${prefix}/register`);
    const draftToken = /registration-volunteer=([\w-]+)/.exec(cookie)?.[1] ?? "";
    const logged = JSON.stringify([site.logged, site.backend.logged]);
    for (const secret of [token, draftToken, email])
      expect([secret, secret.length > 10, logged.includes(secret)]).toEqual([secret, true, false]);
  });

  test("leads nowhere without a draft, without a token, and for people with an account", async () => {
    expect((await site.visit(`${prefix}/register/saved`)).headers.get("location")).toBe(`${prefix}/register`);
    const sentByNobody = await site.visit(`${prefix}/register/saved?for=volunteer`, { form: { email } });
    expect(sentByNobody.headers.get("location")).toBe(`${prefix}/register`);
    for (const query of ["", "?token=x", `?token=${"a".repeat(43)}`])
      expect((await site.visit(`${prefix}/register/resume${query}`)).status).toBe(410);
    const { cookie } = await signIn(site.backend, { role: "VOLUNTEER" });
    for (const path of ["saved", "resume"])
      expect((await site.visit(`${prefix}/register/${path}`, { cookie })).headers.get("location")).toBe(`${prefix}/dashboard`);
  });

  test("offers the address again where the account is created", async () => {
    const cookie = await fillIn(site.backend, "volunteer");
    await site.visit(`${prefix}/register/saved?for=volunteer`, { cookie, language, form: { email: `again-${email}` } });
    expect(await textOf(site.visit(`${prefix}/register/basic?for=volunteer`, { cookie, language }))).toContain(`value="again-${email}"`);
  });
});
