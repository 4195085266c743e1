import { sessionCookies } from "#contract/accounts/session";
import { ApiClient, type ApiClientParts } from "~/api/client.server";
import { CookieJar } from "~/api/cookie-jar.server";
import { RefreshQueue } from "~/api/refresh.server";

export type Sent = { method: string; url: string; headers: Headers; body: string; redirect: RequestRedirect; signal: AbortSignal };
type Answer = (sent: Sent) => Response | Promise<Response>;

export const answer = (status: number, body: unknown = {}, setCookies: string[] = []) => {
  const headers = new Headers({ "content-type": "application/json" });
  for (const line of setCookies) headers.append("set-cookie", line);
  return new Response(JSON.stringify(body), { status, headers });
};

/** An API client whose requests end here: `sent` holds them in order, `logged` what it logged. */
// why: a real backend cannot be made to fail with each status, to hang, or to break its JSON.
export function clientOver(
  respond: Answer,
  { cookie = "access=old; refresh=one", ...parts }: Partial<ApiClientParts> & { cookie?: string } = {},
) {
  const sent: Sent[] = [];
  const logged: string[] = [];
  const jar = new CookieJar(cookie);
  const transport = {
    baseUrl: "https://api.example",
    async fetch(request: Request) {
      const { method, url, headers, redirect, signal } = request;
      const one = { method, url, headers, redirect, signal, body: await request.text() };
      sent.push(one);
      return respond(one);
    },
  };
  const client = new ApiClient({
    transport,
    jar,
    refreshQueue: new RefreshQueue(),
    cookieNames: sessionCookies(false),
    origin: "http://localhost:3000",
    locale: "fr",
    requestId: "a-request",
    ip: "192.0.2.1",
    log: (message) => logged.push(message),
    ...parts,
  });
  return { client, jar, sent, logged };
}

export const refreshPath = "/api/auth/refresh";
export const isRefresh = ({ url }: Sent) => url.endsWith(refreshPath);
export const newPair = ["access=new; Path=/; HttpOnly", "refresh=two; Path=/; HttpOnly"];
