import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type APIRequestContext, type Browser, type BrowserContextOptions, request, type WorkerInfo } from "@playwright/test";
import type { AccountReview } from "#contract/accounts/account-review";
import { logIn } from "./people";
import { openPostOffice, type PostOffice } from "./post-office";
import { openPushProvider } from "./push-provider";
import { test as base, expect } from "./test";

/** Actions of an administrator by API, and the cookies for actions on pages. */
export type Staff = {
  login: Awaited<ReturnType<APIRequestContext["storageState"]>>;
  /** The URL of the link in the last mail to a person. */
  mailed(recipient: string, path: string): Promise<string>;
  /** Approves the waiting account with this e-mail address. */
  accept(email: string): Promise<void>;
  /** Reads from the API. */
  get<Body>(path: string): Promise<Body>;
  /** Posts to the API and returns the response. */
  post(path: string, body?: unknown): Promise<{ status: number; body: Record<string, string> }>;
};

type OfWorker = {
  staff: Staff;
  address: string;
  postOffice: PostOffice;
  /** Whether the site sends to a push provider: none by default. */
  withPush: boolean;
  pushProvider: Awaited<ReturnType<typeof openPushProvider>> | null;
};

/**
 * A separate site for each worker, with its own demonstration data: effects on everyone, such as a text that
 * all must sign, do not affect other files.
 */
export const test = base.extend<object, OfWorker>({
  withPush: [false, { option: true, scope: "worker" }],
  pushProvider: [
    async ({ withPush }, use) => {
      const provider = withPush ? await openPushProvider() : null;
      await use(provider);
      provider?.close();
    },
    { scope: "worker" },
  ],
  postOffice: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of the fixtures that are needed from here.
    async ({}, use) => {
      const office = await openPostOffice();
      await use(office);
      await office.close();
    },
    { scope: "worker" },
  ],
  address: [
    async ({ postOffice, pushProvider }, use, worker) => serve(worker, { SMTP_URL: postOffice.url, ...pushProvider?.settings }, use),
    { scope: "worker", timeout: 150_000 },
  ],
  staff: [
    async ({ address, browser, postOffice }, use, { project }) => {
      const login = await logInStaff(browser, { baseURL: address, userAgent: project.use.userAgent, locale: project.use.locale });
      const api = await request.newContext({ baseURL: address, storageState: login, extraHTTPHeaders: { origin: address } });
      await use(staffOf(api, login, postOffice));
      await api.dispose();
    },
    { scope: "worker", timeout: 150_000 },
  ],
  baseURL: ({ address }, use) => use(address),
});

/** A register that does not respond: forms must work without it. */
const silentRegister = "http://127.0.0.1:9";

async function serve({ project, parallelIndex }: WorkerInfo, given: Record<string, string>, use: (address: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "maillon-e2e-own-"));
  const port = Number(new URL(project.use.baseURL ?? "").port) + 10 + parallelIndex;
  const address = `http://localhost:${port}`;
  const outside = { ...given, COMPANY_REGISTER_URL: silentRegister };
  const settings = { NODE_ENV: "production", PORT: String(port), DATA_FOLDER: folder, LOG_LEVEL: "error", ...outside } as const;
  const site = spawn(process.execPath, ["build/server.js"], {
    cwd: resolve(import.meta.dirname, "../.."),
    env: { ...process.env, ...settings },
    stdio: "ignore",
  });
  const ready = () =>
    fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 130_000 }).toBe(true);
  await use(address);
  site.kill("SIGTERM");
  await once(site, "exit");
  rmSync(folder, { recursive: true, force: true });
}

async function logInStaff(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await logIn(page, "admin");
  await expect(page).toHaveURL(/\/dashboard$/);
  const login = await context.storageState();
  await context.close();
  return login;
}

function staffOf(api: APIRequestContext, login: Staff["login"], postOffice: PostOffice): Staff {
  const found = async (path: string, query: string) => {
    const answer = await api.get(path, { params: { q: query } });
    return ((await answer.json()) as { items: { id: string }[] }).items;
  };
  const post: Staff["post"] = async (path, data) => {
    const answer = await api.post(path, { data });
    return { status: answer.status(), body: await answer.json() };
  };
  const get: Staff["get"] = async (path) => (await api.get(path)).json();
  return {
    login,
    get,
    post,
    mailed: (recipient, path) => postOffice.linkFor(recipient, new RegExp(`https?://\\S+${path}\\?token=[\\w-]+`)),
    async accept(email) {
      const [person] = await found("/api/admin/people/pending-approval", email);
      const { documents } = await get<AccountReview>(`/api/admin/people/${person?.id}/review`);
      const seen = documents.filter(({ status }) => status === "pending").map(({ id }) => ({ id, verdict: "accepted" }));
      expect((await post(`/api/admin/verification/${person?.id}/decision`, { verdict: "accept", documents: seen })).status).toBe(200);
    },
  };
}
