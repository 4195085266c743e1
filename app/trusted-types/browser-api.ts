/** The part of Trusted Types that pages use; TypeScript's own library does not describe it yet. */
type Policy = { createHTML(text: string): TrustedHTML; createScriptURL(url: string): object };
type Rules = { createHTML?(text: string): string; createScriptURL?(url: string): string };

/** Makes a policy, which the header of the page must name; null on the server and in browsers without Trusted Types, where texts stay texts. */
export function createPolicy(name: (typeof policyNames)[keyof typeof policyNames], rules: Rules): Policy | null {
  if (typeof document === "undefined") return null;
  const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: Rules): Policy } };
  return trustedTypes?.createPolicy(name, rules) ?? null;
}

/** The policies of the two scripts a page may have: the one after every page, and that of hydrated pages. */
export const policyNames = { enhance: "enhance", pages: "pages" } as const;
