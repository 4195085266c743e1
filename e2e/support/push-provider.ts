import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

export type PushedMessage = { token: string; notification: { title: string; body: string }; data: { tag: string; url: string } };

/** A server that takes what is sent to the push provider, and the settings of a site that sends to it. */
export async function openPushProvider() {
  const received: PushedMessage[] = [];
  const server = createServer(async (request, response) => {
    const isToken = request.url === "/token";
    if (!isToken) received.push(((await json(request)) as { message: PushedMessage }).message);
    response.setHeader("content-type", "application/json").end(JSON.stringify(isToken ? { access_token: "a", expires_in: 3600 } : {}));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const account = {
    project_id: "maillon-e2e",
    client_email: "push@maillon-e2e.iam.gserviceaccount.com",
    private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  };
  const configuration = { apiKey: "AIzaSy-e2e", projectId: account.project_id, appId: "1:2:web:3", messagingSenderId: "2" };
  return {
    received,
    settings: {
      FIREBASE_CONFIG: JSON.stringify(configuration),
      FCM_SERVICE_ACCOUNT: JSON.stringify(account),
      FCM_URL: url,
      FCM_TOKEN_URL: `${url}/token`,
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
