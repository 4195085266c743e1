import * as z from "zod";
import { endpoint } from "../api/endpoint.ts";
import { Token } from "../api/mail-links.ts";
import { frequencies, optionalTopics } from "./notifications.ts";

/** The page that the link of a mail leads to, and to which mail programs post (RFC 8058). */
export const unsubscribePage = "/unsubscribe";
/** What mail programs post, and the button of the page as well. */
export const oneClick = { name: "List-Unsubscribe", value: "One-Click" } as const;

/** What a link is about; no topic when it is none of ours, or its recipient is gone. */
const Unsubscribing = z.object({
  topic: z.enum(optionalTopics).nullable(),
  /** Whether mails of the topic are still sent. */
  isWanted: z.boolean(),
  /** Whether it is about an account, which has other choices. */
  hasAccount: z.boolean(),
  /** Whether the link takes a refusal back: that of the newsletter within a day only. */
  canUndo: z.boolean(),
});
export type Unsubscribing = z.infer<typeof Unsubscribing>;

const byToken = z.object({ token: Token });
const common = { method: "POST", access: "public" } as const;

export const unsubscribingApi = {
  /** A POST, so that the token is in no URL of the backend. It changes nothing. */
  read: endpoint({ ...common, path: "/api/mails/unsubscribe/state", body: byToken, response: Unsubscribing }),
  /** Stops the topic. A second time it changes nothing. `former` is how often its mails came. */
  stop: endpoint({
    ...common,
    path: "/api/mails/unsubscribe",
    body: byToken,
    response: Unsubscribing.extend({ former: z.enum(frequencies).nullable() }),
  }),
  /** Takes it back. The consent to the newsletter is given again within a day only. */
  undo: endpoint({
    ...common,
    path: "/api/mails/unsubscribe/undo",
    body: byToken.extend({ former: z.enum(frequencies).optional().catch(undefined) }),
    response: Unsubscribing,
  }),
};
