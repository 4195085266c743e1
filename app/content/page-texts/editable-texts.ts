import type { EditablePage } from "#contract/publishing/page-texts";

/**
 * Of pages that also have forms, lists or rules of the law, the texts that staff may change, in the order of the page: keys, or groups of keys.
 * Their errors, fields, buttons that send something, states and tax rules come with the software.
 */
const shown: Partial<Record<EditablePage, readonly string[]>> = {
  home: ["h1", "lead", "needKit", "give", "chain", "figuresTitle", "figuresCta", "actions", "testimonials", "partners", "news", "missing"],
  donate: ["h1", "lead", "manage.already", "example", "use", "kind", "closed.title", "closed.text", "closed.write"],
  contact: ["h1", "lead", "urgent.title", "urgent.text", "office", "testimonial", "address.title", "address.access", "sent.text"],
  jobs: ["h1", "lead", "equal", "empty"],
};

/** Whether staff may change a text: neither plural forms nor the texts for search engines. */
export function isEditable(page: EditablePage, key: string): boolean {
  if (key === "meta" || /_(one|other)$/.test(key)) return false;
  return shown[page]?.some((part) => key === part || key.startsWith(`${part}.`)) ?? true;
}

type Text = [key: string, text: string];

/** The texts of a page by its parts, headings first; those outside any part come first. */
export function textGroups(texts: Text[]): { part: string | null; texts: Text[] }[] {
  const groups = Map.groupBy(texts, ([key]) => (key.includes(".") ? (key.split(".")[0] ?? null) : null));
  const isHeading = ([key]: Text) => /^\w+\.title$/.test(key);
  const ordered = [...groups].map(([part, own]) => ({
    part,
    texts: [...own.filter(isHeading), ...own.filter((text) => !isHeading(text))],
  }));
  return [...ordered.filter(({ part }) => part === null), ...ordered.filter(({ part }) => part !== null)];
}
