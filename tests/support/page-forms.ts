/** A form of a page as a browser would send it: where it goes, and its fields with what stands in them. */
export type PageForm = { action: string; fields: { name: string; type: string; value: string }[] };

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll("&amp;", "&");

/** The forms of a page that change something. `address` is the page's own, where a form without one goes. */
export function formsIn(html: string, address: string): PageForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].flatMap(([, form = "", inside = ""]) => {
    if (attribute(form, "method")?.toLowerCase() !== "post") return [];
    const inputs = [...inside.matchAll(/<(input|textarea|button)\b[^>]*>/g)].map(([tag, kind = ""]) => ({
      name: attribute(tag, "name") ?? "",
      type: kind === "input" ? (attribute(tag, "type") ?? "text") : kind,
      value: attribute(tag, "value") ?? "",
    }));
    const selects = [...inside.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)].map(([, select = "", options = ""]) => ({
      name: attribute(select, "name") ?? "",
      type: "select",
      value: [...options.matchAll(/<option\b[^>]*>/g)].map(([tag]) => attribute(tag, "value") ?? "").find(Boolean) ?? "",
    }));
    return [{ action: attribute(form, "action") ?? address, fields: [...inputs, ...selects].filter(({ name }) => name !== "") }];
  });
}
