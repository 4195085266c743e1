import { describe, expect, it } from "vitest";
import type { PushMessage } from "#contract/api/push-message";
import { type PushLibrary, type PushParts, type RegisterDevice, startPush } from "~/enhance/push/set-up";

const complete = { apiKey: "key", projectId: "project", appId: "1:2:web:3", extra: { vapidKey: "v" } };

type About = {
  answer?: () => Promise<Response>;
  without?: "serviceWorker" | "PushManager" | "Notification";
  permission?: string;
  library?: Partial<PushLibrary>;
  worker?: "active" | "installing" | "redundant";
};

/** A browser and a push library that record their calls. */
function aBrowser({
  answer = async () => Response.json(complete),
  without,
  permission = "granted",
  library,
  worker = "active",
}: About = {}) {
  const calls = {
    fetched: [] as string[],
    registered: [] as unknown[],
    posted: [] as unknown[],
    listened: [] as unknown[],
    shown: [] as unknown[],
    loaded: 0,
    registeredDevices: [] as unknown[],
    requested: 0,
  };
  let foreground: (message: Partial<PushMessage>) => void = () => {};
  const settled = worker === "redundant" ? "redundant" : "activated";
  const script = {
    state: settled,
    postMessage: (message: unknown) => calls.posted.push(message),
    addEventListener: (_: string, listener: () => void) => queueMicrotask(listener),
  };
  const registration = {
    active: worker === "active" ? script : null,
    waiting: null,
    installing: worker === "active" ? null : script,
    showNotification: async (title: string, options: object) => calls.shown.push({ title, ...options }),
  } as unknown as ServiceWorkerRegistration;
  const serviceWorker = {
    register: async (...given: unknown[]) => {
      calls.registered.push(given);
      return registration;
    },
  };
  const browser = {
    navigator: without === "serviceWorker" ? {} : { serviceWorker },
    ...(without !== "PushManager" && { PushManager: class {} }),
    ...(without !== "Notification" && {
      Notification: {
        permission,
        requestPermission: async () => {
          calls.requested += 1;
          return permission;
        },
      },
    }),
  };
  const parts: PushParts = {
    browser,
    fetch: (path) => {
      calls.fetched.push(path);
      return answer();
    },
    loadLibrary: async () => {
      calls.loaded += 1;
      const listen: PushLibrary["listen"] = (configuration, received) => {
        calls.listened.push(configuration);
        foreground = received;
      };
      const token: PushLibrary["token"] = async (configuration, to) => {
        calls.registeredDevices.push([configuration, to === registration]);
        return "device-token";
      };
      return { supported: async () => true, listen, token, ...library };
    },
  };
  return { calls, parts, receive: (message: Partial<PushMessage>) => foreground(message) };
}

const untouched = { requested: 0, registeredDevices: [], registered: [], posted: [], listened: [], shown: [], loaded: 0 };

describe("setting push up", () => {
  it("S4-032: requests the configuration once", async () => {
    const { calls, parts } = aBrowser();
    await startPush(parts);
    expect(calls.fetched).toEqual(["/api/notifications/firebase-config"]);
  });

  it("S2-067 S4-035 S4-036 S7-022: worker, library and foreground handler once each, with the whole configuration", async () => {
    const { calls, parts } = aBrowser();
    expect(await startPush(parts)).toBe("ready");
    expect(calls.registered).toEqual([["/firebase-messaging-sw.js", { scope: "/firebase-cloud-messaging-push-scope" }]]);
    expect(calls.posted).toEqual([{ type: "FIREBASE_CONFIG", config: complete }]);
    expect(calls.listened).toEqual([complete]);
  });

  it("waits for a new worker to become active before it hands the configuration on", async () => {
    const { calls, parts } = aBrowser({ worker: "installing" });
    await startPush(parts);
    expect(calls.posted).toHaveLength(1);
  });

  it.each([{}, { apiKey: "key" }, { projectId: "project" }, { ...complete, apiKey: "" }, { ...complete, projectId: "" }])(
    "S4-033 S5-001: %j sets nothing up",
    async (configuration) => {
      const { calls, parts } = aBrowser({ answer: async () => Response.json(configuration) });
      expect(await startPush(parts)).toBe("off");
      expect(calls).toMatchObject(untouched);
    },
  );

  it.each(["serviceWorker", "PushManager", "Notification"] as const)("S4-034 S8-010: a browser without %s has no push", async (without) => {
    const { calls, parts } = aBrowser({ without });
    expect(await startPush(parts)).toBe("unavailable");
    expect(calls).toMatchObject(untouched);
  });

  it("a browser that the library does not support has no push", async () => {
    const { calls, parts } = aBrowser({ library: { supported: async () => false } });
    expect(await startPush(parts)).toBe("unavailable");
    expect(calls).toMatchObject({ registered: [], listened: [] });
  });

  it.each<[string, () => Promise<Response>]>([
    ["404", async () => new Response("no", { status: 404 })],
    ["500", async () => Response.json(complete, { status: 500 })],
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["no JSON", async () => new Response("<html>")],
    ["null", async () => Response.json(null)],
  ])("S8-009: when the configuration call gives %s, push is unavailable", async (_, answer) => {
    const { calls, parts } = aBrowser({ answer });
    expect(await startPush(parts)).toBe("unavailable");
    expect(calls).toMatchObject(untouched);
  });

  it("S8-011: any other error of the set-up reaches the caller", async () => {
    const broken = (): never => {
      throw new Error("messaging/missing-app-config-values");
    };
    await expect(startPush(aBrowser({ library: { listen: broken } }).parts)).rejects.toThrow("missing-app-config-values");
    await expect(startPush(aBrowser({ worker: "redundant" }).parts)).rejects.toThrow("could not start");
  });
});

describe("registering this browser", () => {
  const registered = async (about: About) => {
    const { calls, parts } = aBrowser(about);
    let register: RegisterDevice | undefined;
    await startPush(parts, (found) => {
      register = found;
    });
    return { calls, register };
  };

  it("asks nobody before a gesture of theirs", async () => {
    const { calls, register } = await registered({});
    expect([register !== undefined, calls.requested, calls.registeredDevices]).toEqual([true, 0, []]);
  });

  it("gives the provider's token for the push worker, with the whole configuration, once leave is given", async () => {
    const { calls, register } = await registered({});
    expect(await register?.()).toEqual({ token: "device-token" });
    expect([calls.requested, calls.registeredDevices]).toEqual([1, [[complete, true]]]);
  });

  it.each(["denied", "default"])("registers nothing while the answer is %s", async (permission) => {
    const { calls, register } = await registered({ permission });
    expect(await register?.()).toBe("denied");
    expect(calls.registeredDevices).toEqual([]);
  });

  it("is not offered where push is off", async () => {
    const { register } = await registered({ answer: async () => Response.json({}) });
    expect(register).toBeUndefined();
  });
});

describe("a message while the page is visible", () => {
  const message = { notification: { title: "Bonjour", body: "Une tournée" }, data: { tag: "t", url: "/dashboard" } };

  it("S5-002 S9-011: is shown once permission is granted, with the default icon and badge", async () => {
    const { calls, parts, receive } = aBrowser();
    await startPush(parts);
    receive(message);
    const icon = "/icons/icon-192x192.png";
    expect(calls.shown).toEqual([{ title: "Bonjour", body: "Une tournée", icon, badge: icon, tag: "t", data: message.data }]);
  });

  it("S3-023: is shown with the icon, the tag and the address that it brings", async () => {
    const { calls, parts, receive } = aBrowser();
    await startPush(parts);
    receive({ ...message, notification: { ...message.notification, icon: "/icons/bike.png" } });
    expect(calls.shown).toMatchObject([{ title: "Bonjour", body: "Une tournée", icon: "/icons/bike.png", tag: "t", data: message.data }]);
  });

  it.each(["default", "denied"])("S5-002: is not shown while the permission is %s", async (permission) => {
    const { calls, parts, receive } = aBrowser({ permission });
    await startPush(parts);
    receive(message);
    expect(calls.shown).toEqual([]);
  });
});
