import { expect, test } from "vitest";
import { flashToast, readToast } from "~/api/flash.server";

const shown = (publicUrl: string, message: Parameters<typeof flashToast>[1] = { title: "Enregistré." }) => {
  const lines: string[] = [];
  const setCookie = (line: string) => void lines.push(line);
  const settings = { publicUrl } as Parameters<typeof readToast>[0]["settings"];
  flashToast({ setCookie, settings }, message);
  const [name = "", value = ""] = (lines[0] ?? "").split(/[=;]/);
  const toast = readToast({ cookie: (requested) => (requested === name ? value : undefined), setCookie, settings });
  return { lines, toast };
};

test("the message to the next page is tied to this host over https, and is removed with the same attributes", () => {
  const { lines, toast } = shown("https://maillon.example");
  expect(toast?.title).toBe("Enregistré.");
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-toast=[\w-]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    expect(line).not.toContain("Domain");
  }
});

test("over plain http the cookie has no prefix, which browsers accept there", () => {
  const { lines, toast } = shown("http://localhost:3000");
  expect(toast?.title).toBe("Enregistré.");
  for (const line of lines) expect(line).toMatch(/^toast=[^;]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
});

test("a long message is shown, and its cookie is one that browsers keep", () => {
  const sentence = "2 inscriptions restent\u00a0: il n’y a plus assez de places. ".repeat(4).trim();
  expect(shown("http://localhost:3000", { title: sentence }).toast?.title).toBe(sentence);
  const actions = [{ label: "Voir", to: `/dashboard?q=${"é".repeat(900)}` }];
  const { lines, toast } = shown("https://maillon.example", { title: "é ".repeat(1_000), description: "ù ".repeat(1_000), actions });
  expect(toast?.title).toMatch(/^(é )+é…$/);
  expect(toast?.actions).toBeUndefined();
  expect(lines[0]?.length).toBeLessThan(4_096);
});
