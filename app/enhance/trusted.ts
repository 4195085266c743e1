import { createPolicy, policyNames } from "~/trusted-types/browser-api";

const worker = /^\/firebase-messaging-sw\.js\?[\w-]+$/;

const policy = createPolicy(policyNames.enhance, {
  createHTML: mainOf,
  createScriptURL(url) {
    if (worker.test(url)) return url;
    throw new TypeError("the address of no worker of a page");
  },
});

/** Without its head: the style in there belongs to another page, and would violate this one's policy. */
function mainOf(html: string): string {
  const start = html.indexOf("<main");
  return start < 0 ? "" : html.slice(start, html.lastIndexOf("</main>"));
}

/** A page of this site as an inert document, where no script runs and nothing is loaded. */
export function readPage(html: string): Document {
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? mainOf(html)) as string, "text/html");
}

/** The URL of the service worker that stores the offline page of a build. */
export function offlineWorker(build: string): string {
  const workerUrl = `/firebase-messaging-sw.js?${build}`;
  return (policy?.createScriptURL(workerUrl) ?? workerUrl) as string;
}
