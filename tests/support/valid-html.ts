import { HtmlValidate } from "html-validate";

/** The HTML standard's own rules. Taste, and what browsers read alike, is not asked. */
const validator = new HtmlValidate({
  root: true,
  extends: ["html-validate:standard"],
  rules: { "long-title": "off", "void-style": "off", "no-trailing-whitespace": "off" },
});

/** What the standard has against a page, one line a fault. */
export async function htmlFaults(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  const faults = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${path} ${ruleId}: ${message} ${selector ?? ""}`),
  );
  // A rule of the standard that the validator lacks: what is required must be able to be missing.
  const required = html.match(/<select\b[^>]*\brequired[^>]*><option value="[^"]+".*?<\/option>/g) ?? [];
  return [...faults, ...required.map((select) => `${path} begins with a value: ${select}`)];
}
