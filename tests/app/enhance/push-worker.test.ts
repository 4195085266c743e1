import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { defaultNotificationIcon, defaultNotificationUrl, type PushMessage } from "#contract/api/push-message";

const origin = "https://maillon.example";
const source = readFileSync("public/firebase-messaging-sw.js", "utf8");

type Page = { id: string; url: string; visibilityState: string };
type Shown = { title: string; options: Record<string, unknown> };

/** The worker's file, run as a browser runs it, with the pages that are open. */
function aWorker(open: Page[] = []) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const focused: string[] = [];
  const opened: string[] = [];
  const posted: { to: string; message: unknown }[] = [];
  const pages = open.map((page) => ({
    ...page,
    focus: async () => focused.push(page.id),
    postMessage: (message: unknown) => posted.push({ to: page.id, message: structuredClone(message) }),
  }));
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    skipWaiting: async () => {},
    clients: { claim: async () => {}, matchAll: async () => pages, openWindow: async (url: string) => opened.push(url) },
    registration: {
      scope: `${origin}/firebase-cloud-messaging-push-scope`,
      showNotification: async (title: string, options: Record<string, unknown>) => shown.push({ title, options: structuredClone(options) }),
    },
  };
  runInContext(source, createContext({ self, URL }));
  const fire = async (type: string, event: object) => {
    const waited: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => waited.push(work) });
    await Promise.all(waited);
  };
  return {
    shown,
    focused,
    opened,
    posted,
    push: (message: object | string) =>
      fire("push", {
        data: { json: () => JSON.parse(typeof message === "string" ? message : JSON.stringify(message)), text: () => String(message) },
      }),
    click: (data: object | null) => fire("notificationclick", { notification: { data, close() {} } }),
    message: (data: unknown, from: string) => fire("message", { data, source: { id: from } }),
  };
}

describe("push messages", () => {
  it("S9-011: a message without an icon is shown with the default icon and badge", async () => {
    const worker = aWorker();
    await worker.push({
      notification: { title: "Tournée de samedi", body: "Il manque deux personnes." },
      data: { tag: "t1", url: "/dashboard" },
    });
    const options = { body: "Il manque deux personnes.", icon: defaultNotificationIcon, badge: defaultNotificationIcon, tag: "t1" };
    expect(defaultNotificationIcon).toBe("/icons/icon-192x192.png");
    expect(worker.shown).toEqual([{ title: "Tournée de samedi", options: { ...options, data: { tag: "t1", url: "/dashboard" } } }]);
  });

  it("S3-023: title, body, icon, tag and address of a message all reach its notification", async () => {
    const worker = aWorker();
    const notification = { title: "Tournée de samedi", body: "Il manque deux personnes.", icon: "/icons/bike.png" };
    const sent: PushMessage = { notification, data: { tag: "tour-1", url: "/dashboard/my-events" } };
    await worker.push(sent);
    const options = { body: notification.body, icon: notification.icon, badge: defaultNotificationIcon, tag: "tour-1", data: sent.data };
    expect(worker.shown).toEqual([{ title: notification.title, options }]);
    await worker.click(worker.shown[0]?.options.data as object);
    expect(worker.opened).toEqual([`${origin}/dashboard/my-events`]);
  });

  it("a message's own icon is used", async () => {
    const worker = aWorker();
    await worker.push({ notification: { title: "A", body: "B", icon: "/icons/apple-touch-icon.png" } });
    expect(worker.shown[0]?.options).toMatchObject({ icon: "/icons/apple-touch-icon.png", badge: defaultNotificationIcon, data: {} });
  });

  it("a message that is bare text is shown, not lost", async () => {
    const worker = aWorker();
    await worker.push("Bonjour");
    expect(worker.shown[0]?.title).toBe("Bonjour");
  });

  it("a visible page that handed on its settings gets the message instead of a notification", async () => {
    const url = `${origin}/dashboard`;
    const open = [
      { id: "one", url, visibilityState: "visible" },
      { id: "two", url, visibilityState: "hidden" },
      { id: "public", url: origin, visibilityState: "visible" },
    ];
    const worker = aWorker(open);
    const sent = { notification: { title: "A", body: "B" } };
    await worker.push(sent);
    expect(worker.shown).toHaveLength(1);
    const config = { apiKey: "k", projectId: "p" };
    for (const id of ["one", "two"]) await worker.message({ type: "FIREBASE_CONFIG", config }, id);
    await worker.push(sent);
    expect(worker.shown).toHaveLength(1);
    expect(worker.posted).toEqual([{ to: "one", message: { ...sent, isFirebaseMessaging: true, messageType: "push-received" } }]);
  });
});

describe("clicking a notification", () => {
  it("S2-064: opens the address in the data", async () => {
    const worker = aWorker();
    await worker.click({ url: "/en/news/a?b=c" });
    expect(worker.opened).toEqual([`${origin}/en/news/a?b=c`]);
  });

  it("S2-064: a page that is already open on that address is focused", async () => {
    const worker = aWorker([
      { id: "home", url: `${origin}/`, visibilityState: "hidden" },
      { id: "news", url: `${origin}/news/a`, visibilityState: "hidden" },
    ]);
    await worker.click({ url: "/news/a" });
    expect(worker.focused).toEqual(["news"]);
    expect(worker.opened).toEqual([]);
  });

  it.each([null, {}, { url: "" }])("S2-065: %j leads to the dashboard", async (data) => {
    const worker = aWorker();
    await worker.click(data);
    expect(worker.opened).toEqual([origin + defaultNotificationUrl]);
  });

  it.each([
    "https://elsewhere.example/a",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "javascript:alert(1)",
    " JaVaScript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    `blob:${origin}/1`,
    "http://[",
    "http://maillon.example/",
  ])("%j is never followed", async (url) => {
    const worker = aWorker();
    await worker.click({ url });
    expect(worker.opened).toEqual([`${origin}/dashboard`]);
  });
});
