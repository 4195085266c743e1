import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test } from "vitest";
import { textsFor } from "~/i18n/texts.server";
import type { Toast } from "~/toasts/toast";
import { Toasts } from "~/toasts/toasts";

const bare: Toast = { id: "one", title: "Article enregistré." };

function shown(more: Partial<Toast> = {}) {
  const markup = renderToStaticMarkup(
    <I18nextProvider i18n={textsFor("fr").instance}>
      <Toasts toasts={[{ ...bare, ...more }]} />
    </I18nextProvider>,
  );
  return /<div class="toast".*<\/div>/s.exec(markup)?.[0] ?? "";
}

/** What is there with the field and not without it. */
const changes: [string, Partial<Toast>, RegExp][] = [
  ["id", { id: "two" }, / data-toast="two"/],
  ["title", { title: "Article supprimé." }, /<p[^>]*>Article supprimé\.<\/p>/],
  ["description", { description: "Il reste un brouillon." }, /<p[^>]*>Il reste un brouillon\.<\/p>/],
  ["avatar", { avatar: "/icons/avatar.png" }, /<img src="\/icons\/avatar\.png" alt=""/],
  ["timeout", { timeout: 9_000 }, / data-timeout="9000"/],
  ["actions, to a page", { actions: [{ label: "Voir", to: "/news" }] }, /<a href="\/news"[^>]* data-toast-action="">Voir<\/a>/],
  ["actions, by an event", { actions: [{ label: "Annuler", event: "undo" }] }, /<button [^>]*data-toast-action="undo">Annuler<\/button>/],
  ["callback", { callback: "closed" }, / data-callback="closed"/],
  ["color", { color: "danger" }, / data-colour="danger"/],
];

test.each(changes)("S3-025 a message shows its %s", (_, field, expected) => {
  expect(shown()).not.toMatch(expected);
  expect(shown(field)).toMatch(expected);
});

test("S3-025 a message has an icon of its own for each meaning, and an avatar in place of any", () => {
  const pictures = (["done", "information", "warning"] as const).map((icon) => /<svg.*?<\/svg>/s.exec(shown({ icon }))?.[0]);
  expect(new Set(pictures).size).toBe(3);
  expect(/<svg.*?<\/svg>/s.exec(shown({ avatar: "/a.png", icon: "warning" }))?.[0]).not.toBe(pictures[2]);
});

test("S3-025 S9-010 a message closes by its button and after 5000 ms, unless it says otherwise", () => {
  expect(shown()).toMatch(/data-toast-close/);
  expect(shown()).toContain('data-timeout="5000"');
  expect(shown({ closeButton: false })).not.toMatch(/data-toast-close/);
});
