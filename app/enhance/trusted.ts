import { createPolicy, policyNames } from "~/trusted-types/browser-api";

const worker = /^\/firebase-messaging-sw\.js\?[\w-]+$/;

const policy = createPolicy(policyNames.enhance, {
  createHTML: mainOf,
  createScriptURL(address) {
    if (worker.test(address)) return address;
    throw new TypeError("the address of no worker of a page");
  },
});

/** Without its head: the style in there is not of this page, and its policy would say so. */
function mainOf(html: string): string {
  const start = html.indexOf("<main");
  return start < 0 ? "" : html.slice(start, html.lastIndexOf("</main>"));
}

/** What a page of ours shows, to read from: a document where no script runs and nothing is loaded. */
export function readPage(html: string): Document {
  return new DOMParser().parseFromString((policy?.createHTML(html) ?? mainOf(html)) as string, "text/html");
}

/** The address of the worker that keeps the offline page of a build. */
export function offlineWorker(build: string): string {
  const address = `/firebase-messaging-sw.js?${build}`;
  return (policy?.createScriptURL(address) ?? address) as string;
}
