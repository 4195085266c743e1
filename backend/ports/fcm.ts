import { createPrivateKey } from "node:crypto";
import { SignJWT } from "jose";
import { ofetch } from "ofetch";
import type { ServiceAccount } from "#backend/config";
import { PushFailure, type PushNotification, type PushSender } from "./push.ts";

type Parts = {
  account: ServiceAccount;
  /** The provider's address, without a final slash. */
  url: string;
  tokenUrl: string;
  clock?: () => Date;
  /** For how long one answer is waited for, in milliseconds. */
  patience?: number;
};

/** Milliseconds for one answer. A send asks four times at most: for a token, for the message, and for both again after a 401. */
const longestAnswer = 10_000;
export const longestPush = 4 * longestAnswer;

/** What the provider takes of one message, in bytes. */
export const maxPayload = 4096;

const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const scope = "https://www.googleapis.com/auth/firebase.messaging";
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Firebase Cloud Messaging, HTTP v1. */
export function fcmSender({ account, url, tokenUrl, clock = () => new Date(), patience = longestAnswer }: Parts): PushSender {
  const key = createPrivateKey(account.private_key);
  const sendUrl = `${url}/v1/projects/${account.project_id}/messages:send`;
  const ask = (to: string, options: { headers?: Record<string, string>; body: object }) => answerOf(to, options, patience, clock);
  let known: { token: Promise<string>; until: number } | null = null;

  /** Tokens are bought with a signed claim (RFC 7523). */
  async function buyToken(): Promise<{ token: string; seconds: number }> {
    const now = Math.floor(clock().getTime() / second);
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: account.private_key_id })
      .setIssuer(account.client_email)
      .setAudience(tokenUrl)
      .setIssuedAt(now)
      .setExpirationTime(now + hour / second)
      .sign(key);
    const { status, body, retryAfter } = await ask(tokenUrl, { body: new URLSearchParams({ grant_type: grant, assertion }) });
    const { access_token: token, expires_in: seconds } = (body ?? {}) as { access_token?: unknown; expires_in?: unknown };
    if (status !== 200 || typeof token !== "string" || !token) throw new PushFailure(`ETOKEN ${status}`, "unreached", retryAfter);
    return { token, seconds: Number(seconds) || hour / second };
  }

  /** Used until a minute before its end, by all who ask at once. */
  function accessToken(): Promise<string> {
    if (known && known.until > clock().getTime()) return known.token;
    const bought = buyToken();
    const next = { token: bought.then(({ token }) => token), until: clock().getTime() + minute };
    known = next;
    bought.then(
      ({ seconds }) => {
        next.until = clock().getTime() + seconds * second - minute;
      },
      () => {
        if (known === next) known = null;
      },
    );
    return next.token;
  }

  async function post(message: object) {
    const answer = await ask(sendUrl, { headers: { authorization: `Bearer ${await accessToken()}` }, body: message });
    if (answer.status === 401) known = null;
    return answer;
  }

  return {
    async send(notification) {
      const message = messageOf(notification);
      if (Buffer.byteLength(JSON.stringify(message)) > maxPayload) throw new PushFailure("ETOOLARGE", "refused");
      const first = await post(message);
      const answer = first.status === 401 ? await post(message) : first;
      if (answer.status !== 200) throw failureOf(answer);
    },
  };
}

/** `notification` and `data` reach the worker as in the specification (S3-023); data values are texts. */
function messageOf({ token, title, body, icon, tag, url, timeToLive, urgent }: PushNotification) {
  const headers = { TTL: String(timeToLive), Urgency: urgent ? "high" : "normal" };
  return { message: { token, notification: { title, body }, data: { tag, url }, webpush: { headers, notification: { icon } } } };
}

/** `isPage`: what answered is no API, for example because the address is wrong. */
type Answer = { status: number; body: unknown; retryAfter: number | null; isPage: boolean };

/** An answer of any status; a failure when there is none in time. */
async function answerOf(
  to: string,
  options: { headers?: Record<string, string>; body: object },
  timeout: number,
  clock: () => Date,
): Promise<Answer> {
  try {
    const answer = await ofetch.raw(to, {
      ...options,
      method: "POST",
      retry: 0,
      timeout,
      redirect: "error",
      ignoreResponseError: true,
      parseResponse: jsonOrNull,
    });
    return {
      status: answer.status,
      body: answer._data,
      retryAfter: secondsOf(answer.headers.get("retry-after"), clock()),
      isPage: !!answer.headers.get("content-type")?.startsWith("text/html"),
    };
  } catch {
    throw new PushFailure("ENOANSWER", "unreached");
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Retry-After, in seconds or as a date (RFC 9110, 10.2.3). */
function secondsOf(header: string | null, now: Date): number | null {
  if (!header) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / second;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** The code in the details of an error, as `UNREGISTERED`. */
function errorCode(body: unknown): string | undefined {
  const details = (body as { error?: { details?: unknown } } | null)?.error?.details;
  const codes = Array.isArray(details) ? details.map((one: { errorCode?: unknown } | null) => one?.errorCode) : [];
  return codes.find((code): code is string => typeof code === "string" && /^[A-Z_]{1,40}$/.test(code));
}

function failureOf({ status, body, retryAfter, isPage }: Answer): PushFailure {
  const code = errorCode(body);
  const reason = ["EPUSH", status, code].filter(Boolean).join(" ");
  if (isPage && status < 500) return new PushFailure(reason, "unreached");
  if (status === 404 || status === 410 || code === "UNREGISTERED") return new PushFailure(reason, "gone");
  // Too many for the whole project, or its right to send is missing.
  if (status === 429 || status === 401 || (status === 403 && code !== "SENDER_ID_MISMATCH"))
    return new PushFailure(reason, "unreached", retryAfter);
  if (status >= 500 || status === 408) return new PushFailure(reason, "later", retryAfter);
  return new PushFailure(reason, "refused");
}
