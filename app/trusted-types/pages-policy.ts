import { createPolicy, policyNames } from "./browser-api";
import { isOwnMarkup } from "./markup-rules";

export const pushWorkerPath = "/firebase-messaging-sw.js";

const policy = createPolicy(policyNames.pages, {
  createHTML(markup) {
    if (isOwnMarkup(markup)) return markup;
    throw new TypeError("markup that neither a rendered text nor a drawing consists of");
  },
  createScriptURL(url) {
    if (url === pushWorkerPath) return url;
    throw new TypeError("the address of no worker of a page");
  },
});

/** Markup that a page may insert. Throws unless it consists of rendered texts or drawings (`isOwnMarkup`); on the server it stays a string. */
export function trustedMarkup(markup: string): string | TrustedHTML {
  return policy?.createHTML(markup) ?? markup;
}

const constants = new Map<string, string | TrustedHTML>();

/** The same for constants: each is checked once, and stays the same object, so that it is not inserted again. */
export function trustedConstant(markup: string): string | TrustedHTML {
  if (!policy) return markup;
  const known = constants.get(markup) ?? trustedMarkup(markup);
  constants.set(markup, known);
  return known;
}

/** The address of the push worker, as browsers want it for registering. */
export function trustedPushWorker(): string {
  return (policy?.createScriptURL(pushWorkerPath) ?? pushWorkerPath) as string;
}
