import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { messages } from "#backend/modules/contact/tables";
import { publishContent } from "#tests/support/content";
import { signIn } from "#tests/support/people";
import { siteWithClock } from "#tests/support/public-form";

const opened = siteWithClock();

const proposal = (email: string) => ({
  organisation: "Boulangerie Test",
  kind: "food",
  name: "Lou",
  email,
  phone: "04 00 00 00 01",
  message: "Le pain du soir.",
  website: "",
});

test.each([
  { prefix: "", message: "Organisation : Boulangerie Test\nApport proposé : Denrées et produits\nTéléphone : 04 00 00 00 01" },
  { prefix: "/en", message: "Organisation: Boulangerie Test\nWhat they offer: Food and goods\nPhone: 04 00 00 00 01" },
])(
  "a partner's proposal on $prefix/partners arrives as a message whose first lines say who would bring what",
  async ({ prefix, message }) => {
    const { site, proof } = opened;
    const email = `lou${prefix.replace("/", "-")}@example.org`;
    const answer = await site.visit(`${prefix}/partners`, { form: { ...proposal(email), proof: await proof() } });
    const [stored] = await site.backend.services.db.select().from(messages).where(eq(messages.email, email));
    expect(stored?.body.replaceAll(/[\u00a0\u202f]/g, " ")).toBe(`${message}\n\nLe pain du soir.`);
    expect(stored).toMatchObject({ topic: "partner", name: "Lou" });
    const ticket = `M-${String(stored?.number).padStart(5, "0")}`;
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${prefix}/contact?sent=${ticket}`]);
  },
);

test("a proposal without the organisation keeps what was typed, and one that a machine sent is refused", async () => {
  const { site, proof } = opened;
  const form = { ...proposal("lou@example"), organisation: "", proof: await proof() };
  const answer = await site.visit("/partners", { form });
  const html = await answer.text();
  expect([answer.status, html.includes("Indiquez le nom de votre organisation."), html.includes("Cette adresse est incomplète")]).toEqual([
    400,
    true,
    true,
  ]);
  expect(html).toContain("Le pain du soir.");
  const automatic = await site.visit("/partners", { form: { ...proposal("lou-robot@example.org"), website: "https://spam.example" } });
  expect(automatic.status).toBe(422);
});

test("the home page names a few partners, one of a kind, and leads to all of them", async () => {
  const { backend } = opened.site;
  expect(await opened.open("/")).not.toMatch(/<a[^>]*href="\/partners"[^>]*>Tous nos partenaires/);
  const { cookie } = await signIn(backend, { role: "ADMIN" });
  for (const [name, kind] of [
    ["Au bon pain", "food"],
    ["Au bon riz", "food"],
    ["Cycles Essai", "logistics"],
  ])
    await publishContent(backend, "partners", cookie, { name, kind });
  const html = await opened.open("/");
  expect(html).toMatch(/<li[^>]*>Au bon pain<\/li><li[^>]*>Cycles Essai<\/li>/);
  expect(html).toMatch(/<a[^>]*href="\/partners"[^>]*>Tous nos partenaires/);
  expect(html).not.toContain("Au bon riz");
});
