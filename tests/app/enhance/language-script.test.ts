import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { routeChanged } from "~/enhance/events";
import { languageStore, storeLanguage } from "~/enhance/language";

const replaced: string[] = [];
const stored = new Map<string, string>();
let page: EventTarget & { documentElement: { lang: string } };

/** A page of the site as the script sees it. */
// why: the waits are measured with a fake clock, which a real browser does not share
function openPage(lang: string, path = "/news", search = "") {
  page = Object.assign(new EventTarget(), { documentElement: { lang } });
  vi.stubGlobal("document", page);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal("location", { pathname: path, search, replace: (address: string) => replaced.push(address) });
  storeLanguage();
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  replaced.length = 0;
  stored.clear();
});

test("S4-031 a stored language that differs from the page's is followed 100 ms after the start", () => {
  stored.set(languageStore, "en");
  openPage("fr", "/news", "?page=2");
  vi.advanceTimersByTime(99);
  expect(replaced).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(replaced).toEqual(["/en/news?page=2&language=en"]);
});

test("S4-031 one that another tab changed is followed 50 ms after the next route change", () => {
  openPage("fr");
  vi.advanceTimersByTime(100);
  stored.set(languageStore, "en");
  page.dispatchEvent(new Event(routeChanged));
  vi.advanceTimersByTime(49);
  expect(replaced).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(replaced).toEqual(["/en/news?language=en"]);
});

test.each(["fr", "de", "EN", "", null])("S5-003 a stored %j on a French page changes nothing", (value) => {
  if (value !== null) stored.set(languageStore, value);
  openPage("fr");
  vi.advanceTimersByTime(1_000);
  expect(replaced).toEqual([]);
});

test("S8-014 following the stored language never leads to another site", () => {
  stored.set(languageStore, "fr");
  openPage("en", "/en//evil.example");
  vi.advanceTimersByTime(100);
  expect(replaced).toEqual(["/evil.example?language=fr"]);
});

test("S3-022 S4-030 the language that is chosen by its link is stored under language-store", () => {
  openPage("fr");
  const link = (href: string) => Object.assign(new Event("click"), { href, closest: () => ({ href }) });
  const click = (href: string) => {
    const event = new Event("click");
    Object.defineProperty(event, "target", { value: link(href) });
    page.dispatchEvent(event);
  };
  click("http://localhost:3000/en/news?language=en");
  expect([...stored]).toEqual([["language-store", "en"]]);
  click("http://localhost:3000/en/news?language=de");
  click("http://localhost:3000/en/news");
  expect([...stored]).toEqual([["language-store", "en"]]);
});
