import type { PushConfiguration } from "#contract/api/push";
import { defaultNotificationIcon, type PushMessage, pushConfigurationPath } from "#contract/api/push-message";
import { trustedPushWorker } from "~/trusted-types/pages-policy";

/** "off": push is not configured. "unavailable": not supported, or not now. Neither is an error, and neither shows anything. */
export type PushState = "off" | "unavailable" | "ready";

/** The part of the push provider's library that pages use. */
export type PushLibrary = {
  /** Whether it works in this browser: private windows may lack what it needs. */
  supported(): Promise<boolean>;
  /** Initialises messaging; `received` gets each message that arrives while the page is visible. */
  listen(configuration: PushConfiguration, received: (message: Partial<PushMessage>) => void): void;
  /** Registers the browser with the provider. */
  token(configuration: PushConfiguration, registration: ServiceWorkerRegistration): Promise<string>;
};

export type PushParts = {
  /** The browser's global object. */
  browser: { navigator: { serviceWorker?: Pick<ServiceWorkerContainer, "register"> }; PushManager?: unknown; Notification?: unknown };
  fetch(path: string): Promise<Response>;
  loadLibrary(): Promise<PushLibrary>;
};

export const workerScope = "/firebase-cloud-messaging-push-scope";

type NotificationApi = Pick<typeof Notification, "permission" | "requestPermission">;

/** Asks the person's leave, from their own gesture, and registers the browser: its token, or "denied". Throws when the provider fails. */
export type RegisterDevice = () => Promise<{ token: string } | "denied">;

async function registerDevice(api: NotificationApi, tokenOf: () => Promise<string>): ReturnType<RegisterDevice> {
  if ((await api.requestPermission()) !== "granted") return "denied";
  return { token: await tokenOf() };
}

/**
 * Sets push up (S4-032 to S4-036). The whole configuration goes to the provider's library and to the
 * worker; `ready` gets what registers this browser. Throws what fails once push is configured and the browser is known to support it.
 */
export async function startPush(
  { browser, fetch, loadLibrary }: PushParts,
  ready?: (register: RegisterDevice) => void,
): Promise<PushState> {
  const { serviceWorker } = browser.navigator;
  if (!serviceWorker || !browser.PushManager || !browser.Notification) return "unavailable";
  const configuration = await configurationBy(fetch);
  if (!configuration) return "unavailable";
  if (!configuration.apiKey || !configuration.projectId) return "off";
  const library = await loadLibrary();
  if (!(await library.supported())) return "unavailable";
  const registration = await serviceWorker.register(trustedPushWorker(), { scope: workerScope });
  library.listen(configuration, (message) => void showInForeground(message, registration, browser.Notification));
  const worker = await activeWorker(registration);
  worker.postMessage({ type: "FIREBASE_CONFIG", config: configuration });
  ready?.(() => registerDevice(browser.Notification as NotificationApi, () => library.token(configuration, registration)));
  return "ready";
}

async function configurationBy(fetch: PushParts["fetch"]): Promise<PushConfiguration | null> {
  try {
    const answer = await fetch(pushConfigurationPath);
    const body: unknown = answer.ok ? await answer.json() : null;
    return body && typeof body === "object" ? (body as PushConfiguration) : null;
  } catch {
    return null;
  }
}

/** A notification for a message that came while the page was visible; without permission there is none. */
async function showInForeground({ notification, data }: Partial<PushMessage>, registration: ServiceWorkerRegistration, api: unknown) {
  if ((api as { permission?: string }).permission !== "granted" || !notification) return;
  const { title, body, icon = defaultNotificationIcon } = notification;
  await registration.showNotification(title, { body, icon, badge: defaultNotificationIcon, tag: data?.tag, data });
}

function activeWorker(registration: ServiceWorkerRegistration): Promise<ServiceWorker> {
  const { active, waiting, installing } = registration;
  const coming = waiting ?? installing;
  if (active) return Promise.resolve(active);
  return new Promise((resolve, reject) => {
    if (!coming) return reject(new Error("the push worker was registered without becoming active"));
    coming.addEventListener("statechange", () => {
      if (coming.state === "activated") resolve(coming);
      if (coming.state === "redundant") reject(new Error("the push worker could not start"));
    });
  });
}
