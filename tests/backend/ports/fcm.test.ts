import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { fcmSender } from "#backend/ports/fcm";
import { PushFailure, type PushNotification } from "#backend/ports/push";
import { testClock } from "#tests/support/backend";
import { refusal, serviceAccount, startPushProvider, taken } from "#tests/support/push-provider";

const notification: PushNotification = {
  ...{ token: "device-token", title: "Un titre", body: "Ouvrir", icon: "/icons/icon-192x192.png", tag: "t", url: "/dashboard" },
  ...{ timeToLive: 600, urgent: false },
};

const failureOf = (sending: Promise<void>) =>
  sending.then(
    () => null,
    (error: PushFailure) => ({ fate: error.fate, reason: error.reason, retryAfter: error.retryAfter }),
  );

test("S7-024 S3-023 the provider gets title, body, icon, tag and URL, with a token that a signed claim has bought", async () => {
  const { clock } = testClock();
  const provider = await startPushProvider({ clock });
  await provider.sender.send({ ...notification, urgent: true });
  expect(provider.sent).toMatchObject([
    {
      authorization: "Bearer access-1",
      message: {
        token: "device-token",
        notification: { title: "Un titre", body: "Ouvrir" },
        data: { tag: "t", url: "/dashboard" },
        webpush: { headers: { TTL: "600", Urgency: "high" }, notification: { icon: "/icons/icon-192x192.png" } },
      },
    },
  ]);
  const now = clock().getTime() / 1000;
  expect(provider.grants).toEqual([
    {
      ...{ iss: serviceAccount.client_email, aud: `${provider.url}/token`, iat: now, exp: now + 3600 },
      scope: "https://www.googleapis.com/auth/firebase.messaging",
    },
  ]);
});

test("a token is used by all until a minute before its end", async () => {
  const { clock, pass } = testClock();
  const { sender, grants } = await startPushProvider({ clock });
  await Promise.all(Array.from({ length: 5 }, () => sender.send(notification)));
  pass(3539);
  await sender.send(notification);
  expect(grants).toHaveLength(1);
  pass(2);
  await sender.send(notification);
  expect(grants).toHaveLength(2);
});

test("a 401 gets one new token", async () => {
  const provider = await startPushProvider();
  provider.answer = ({ authorization }) => (authorization === "Bearer access-1" ? refusal(401) : taken());
  await provider.sender.send(notification);
  expect(provider.sent.map(({ authorization }) => authorization)).toEqual(["Bearer access-1", "Bearer access-2"]);
  provider.answer = () => refusal(401);
  expect(await failureOf(provider.sender.send(notification))).toMatchObject({ fate: "unreached", reason: "EPUSH 401" });
  expect(provider.sent).toHaveLength(4);
});

test.each<[string, () => Response, object]>([
  ["404", () => refusal(404, "UNREGISTERED"), { fate: "gone", reason: "EPUSH 404 UNREGISTERED" }],
  ["404 without a code", () => refusal(404), { fate: "gone" }],
  ["410", () => new Response(null, { status: 410 }), { fate: "gone" }],
  ["400 with UNREGISTERED", () => refusal(400, "UNREGISTERED"), { fate: "gone" }],
  ["400", () => refusal(400, "INVALID_ARGUMENT"), { fate: "refused", reason: "EPUSH 400 INVALID_ARGUMENT" }],
  ["403 of another project", () => refusal(403, "SENDER_ID_MISMATCH"), { fate: "refused" }],
  ["403", () => refusal(403), { fate: "unreached" }],
  ["429", () => refusal(429, "QUOTA_EXCEEDED", { "retry-after": "90" }), { fate: "unreached", retryAfter: 90 }],
  ["503", () => refusal(503, "UNAVAILABLE", { "retry-after": "soon" }), { fate: "later", retryAfter: null }],
  ["500 without JSON", () => new Response("oops", { status: 500 }), { fate: "later", reason: "EPUSH 500" }],
  [
    "a page instead of the API",
    () => new Response("<html>", { status: 404, headers: { "content-type": "text/html" } }),
    { fate: "unreached" },
  ],
])("%s", async (_, answer, expected) => {
  const provider = await startPushProvider();
  provider.answer = answer;
  expect(await failureOf(provider.sender.send(notification))).toMatchObject(expected);
});

test("Retry-After may be a date", async () => {
  const { clock } = testClock();
  const provider = await startPushProvider({ clock });
  const inTwoMinutes = new Date(clock().getTime() + 120_000).toUTCString();
  provider.answer = () => refusal(503, undefined, { "retry-after": inTwoMinutes });
  expect(await failureOf(provider.sender.send(notification))).toMatchObject({ retryAfter: 120 });
});

test("a provider or token endpoint that fails, is slow, or is not there counts as unreached", async () => {
  const provider = await startPushProvider({ patience: 300 });
  const own = provider.token;
  for (const token of [() => new Response("no", { status: 500 }), () => Response.json({ error: "invalid_grant" }, { status: 400 })]) {
    provider.token = token;
    expect(await failureOf(provider.sender.send(notification))).toMatchObject({
      fate: "unreached",
      reason: expect.stringMatching(/^ETOKEN (500|400)$/),
    });
  }
  expect(provider.sent).toEqual([]);
  provider.token = own;
  provider.answer = () => pause(2_000).then(taken);
  expect(await failureOf(provider.sender.send(notification))).toMatchObject({ fate: "unreached", reason: "ENOANSWER" });
  const nobody = fcmSender({ account: serviceAccount, url: "http://127.0.0.1:1", tokenUrl: "http://127.0.0.1:1/token" });
  expect(await failureOf(nobody.send(notification))).toMatchObject({ fate: "unreached" });
});

test("more than the provider takes is not sent", async () => {
  const provider = await startPushProvider();
  expect(await failureOf(provider.sender.send({ ...notification, body: "é".repeat(2_100) }))).toMatchObject({ fate: "refused" });
  expect(provider.sent).toEqual([]);
});

test("no failure repeats the device's token or what the provider said", async () => {
  const provider = await startPushProvider();
  provider.answer = () =>
    Response.json({ error: { message: "device-token is wrong", details: [{ errorCode: "device-token" }] } }, { status: 400 });
  const failure = await provider.sender.send(notification).catch((error: PushFailure) => error);
  expect(failure).toBeInstanceOf(PushFailure);
  expect(`${(failure as PushFailure).message} ${(failure as PushFailure).reason}`).not.toContain("device-token");
});
