/** Fills in a company's name and address from its number; it overwrites nothing that was typed. */
type Found = Record<"companyName" | "addressLine" | "postcode" | "city", string>;

const sources = { company: "companyName", street: "addressLine", postcode: "postcode", city: "city" } as const;

const frame = document.querySelector<HTMLElement>("[data-company]");
const form = frame?.closest("form");
const field = (name: string) => form?.elements.namedItem(name) as HTMLInputElement | null | undefined;
const number = field("siren");
/** The values from the previous number, which another number may replace. */
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
    // No network: the fields work without.
  }
});
