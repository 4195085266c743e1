import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { expect, test, vi } from "vitest";
import { textsFor } from "~/i18n/texts.server";
import { OfflineDoor } from "~/subjects/check-ins/offline-door";

const door = vi.hoisted(() => ({ list: undefined as null | undefined, last: null as object | null }));
vi.mock("~/subjects/check-ins/use-stored-door", () => ({
  useStoredDoor: () => ({ page: "/dashboard/events/one/door", waiting: 0, send: async () => {}, ...door }),
}));

const shown = () =>
  renderToStaticMarkup(
    <I18nextProvider i18n={textsFor("fr").instance}>
      <OfflineDoor />
    </I18nextProvider>,
  );

test("without a list, the door without connection takes no codes, which nobody would send, and says what to do", () => {
  door.list = null;
  expect(shown()).toContain("retrouvez du réseau");
  expect(shown()).not.toMatch(/name="code"|door-camera/);
});

test("a scan that the browser did not store is said to be lost", () => {
  door.last = { nonce: "one", own: null, refused: true };
  expect(shown()).toContain("Non noté");
  door.last = { nonce: "one", own: null, refused: false };
  expect(shown()).not.toContain("Non noté");
});
