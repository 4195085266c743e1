import { test as base, type Page } from "@playwright/test";
import { type Role, sharedLogin } from "./people";

type Options = {
  /** The role that the test is logged in with, for `test.use({ role: "admin" })`; none by default. */
  role: Role | undefined;
};

type Watch = {
  /** Expects a message of the browser that would fail the test otherwise. */
  forgive(message: RegExp): void;
};

/** Every page of a test is watched: a console error or warning, a refused script or style, or a failed asset fails the test. */
export const test = base.extend<Options & { watch: Watch }>({
  role: [undefined, { option: true }],
  storageState: async ({ role, browser, baseURL, userAgent, locale }, use) => {
    const newPage = () => browser.newPage({ baseURL, userAgent, locale, storageState: undefined });
    await use(role && (await sharedLogin(role, newPage)));
  },
  watch: [
    async ({ context, javaScriptEnabled }, use) => {
      const problems: string[] = [];
      const forgiven: RegExp[] = [];
      await context.addInitScript(logRefusals);
      context.on("page", (page) => listen(page, problems, javaScriptEnabled));
      await use({ forgive: (message) => forgiven.push(message) });
      const left = problems.filter((problem) => !forgiven.some((message) => message.test(problem)));
      if (left.length > 0) throw new Error(`The browser complained:\n${left.join("\n")}`);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";

/** A policy violation in a script that catches the error is visible nowhere else. */
function logRefusals() {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    console.error(`refused by the page's policy: ${violatedDirective} ${blockedURI}`),
  );
}

/** The framework's warning about a hovered link whose route is not loaded yet: it prefetches nothing. */
const remark = /^Tried to prefetch /;

const assets = ["script", "stylesheet", "image", "font", "manifest"];

function listen(page: Page, problems: string[], scripted: boolean) {
  page.on("pageerror", (error) => problems.push(`page error: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type()) && !remark.test(message.text()))
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400 && assets.includes(response.request().resourceType()))
      problems.push(`asset: ${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // With scripts disabled, Chromium reports every skipped script as refused by a policy.
    const leftAlone = !scripted && reason === "csp" && request.resourceType() === "script";
    if (reason !== "net::ERR_ABORTED" && !leftAlone) problems.push(`request: ${reason} ${request.url()}`);
  });
}
