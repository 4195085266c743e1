import { createPublicKey, generateKeyPairSync } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { jwtVerify } from "jose";
import { onTestFinished } from "vitest";
import { fcmSender } from "#backend/ports/fcm";
import { firebasePush } from "#backend/ports/push";

type Message = {
  token: string;
  notification: { title: string; body: string };
  data: { tag: string; url: string };
  webpush: { headers: { TTL: string; Urgency: string }; notification: { icon: string } };
};
type Sent = { message: Message; authorization: string | undefined; bytes: number };

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }) as string;

export const serviceAccount = {
  project_id: "maillon-test",
  client_email: "push@maillon-test.iam.gserviceaccount.com",
  private_key: pem,
  private_key_id: "key-1",
};

export const taken = () => Response.json({ name: "projects/maillon-test/messages/1" });
/** An error as the provider writes it. */
export const refusal = (status: number, errorCode?: string, headers: Record<string, string> = {}) =>
  Response.json({ error: { code: status, details: errorCode ? [{ errorCode }] : [] } }, { status, headers });

/** A server that speaks HTTP v1 of the push provider, and push that sends to it. What it answers can be replaced. */
export async function startPushProvider({ clock, patience }: { clock?: () => Date; patience?: number } = {}) {
  const provider = {
    sent: [] as Sent[],
    /** The claims with which tokens were bought. */
    grants: [] as Record<string, unknown>[],
    answer: (_: Sent): Response | Promise<Response> => taken(),
    token: (): Response => Response.json({ access_token: `access-${provider.grants.length}`, expires_in: 3600 }),
  };
  const app = new Hono()
    .post("/token", async (http) => {
      const form = await http.req.parseBody();
      if (form.grant_type !== "urn:ietf:params:oauth:grant-type:jwt-bearer") return http.json({}, 400);
      const options = { currentDate: clock?.(), audience: `${url}/token`, issuer: serviceAccount.client_email };
      const { payload } = await jwtVerify(String(form.assertion), createPublicKey(pem), options);
      provider.grants.push(payload);
      return provider.token();
    })
    .post("/v1/projects/maillon-test/messages:send", async (http) => {
      const text = await http.req.text();
      const sent = { ...JSON.parse(text), authorization: http.req.header("authorization"), bytes: Buffer.byteLength(text) } as Sent;
      provider.sent.push(sent);
      return provider.answer(sent);
    });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => (server.listening ? resolve() : server.once("listening", resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });
  const sender = fcmSender({ account: serviceAccount, url, tokenUrl: `${url}/token`, clock, patience });
  return Object.assign(provider, { url, sender, push: firebasePush({ apiKey: "key", projectId: "maillon-test" }, sender) });
}
