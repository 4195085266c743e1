/** Fills a company's name and address in from its number while the form is filled in; nothing that someone typed is touched. */
type Found = Record<"companyName" | "addressLine" | "postcode" | "city", string>;

const sources = { company: "companyName", street: "addressLine", postcode: "postcode", city: "city" } as const;

const frame = document.querySelector<HTMLElement>("[data-company]");
const form = frame?.closest("form");
const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | null | undefined;
const number = field("siren");
/** What the number before this one brought: another number may replace it. */
let brought: Record<string, string> = {};

number?.addEventListener("input", async () => {
  const siren = number.value.replaceAll(/\s/g, "");
  if (siren.length !== 9) return;
  try {
    const answer = await fetch(`${frame?.dataset.company}?siren=${siren}`);
    const { company } = (await answer.json()) as { company: Found | null };
    if (!company || number.value.replaceAll(/\s/g, "") !== siren) return;
    for (const [name, source] of Object.entries(sources)) {
      const one = field(name);
      if (!one || (one.value && one.value !== brought[name])) continue;
      one.value = company[source];
      brought = { ...brought, [name]: company[source] };
    }
  } catch {
    // No network: the fields are complete without.
  }
});
