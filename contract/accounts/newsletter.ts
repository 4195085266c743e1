import * as z from "zod";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { LinkState, Token } from "../api/mail-links.ts";
import { MailboxDelivery } from "../api/mails.ts";
import { locales } from "../formats/locale.ts";
import { filled, validEmail } from "../formats/validation.ts";
import { SentNotice } from "./inbox.ts";

/** The page of the form, to which the one of the footer posts. */
export const newsletterPage = "/newsletter";

/** For how many days the link of the mail is valid. */
export const confirmedWithinDays = 7;

/** What the form of the public pages sends. People leave `website` empty. */
export const NewsletterRequest = z.object({
  email: validEmail("newsletter:error.missing", "newsletter:error.email", 254),
  website: z.string().max(500).optional(),
});

const byToken = z.object({ token: Token });
const open = { method: "POST", access: "public" } as const;

export const newsletterApi = {
  /** Mails a link to the address. The response and its timing never reveal whether it is known. `page`: where the form was sent, a path of ours. */
  ask: endpoint({
    ...open,
    path: "/api/newsletter",
    body: NewsletterRequest.extend({ page: z.string().max(200).optional() }),
    response: Done,
  }),
  /** A POST, so that the token is in no URL of the backend. It changes nothing. */
  link: endpoint({ ...open, path: "/api/newsletter/link", body: byToken, response: z.object({ state: LinkState }) }),
  /** `valid`: it has confirmed now; `used`: it had before. */
  confirm: endpoint({ ...open, path: "/api/newsletter/confirm", body: byToken, response: z.object({ state: LinkState }) }),
};

/** Whether somebody still gets the newsletter; `unreached`: not as long as their address is dead. Who has an account chooses there, and is not in the list. */
export const subscriberStates = ["subscribed", "unreached", "withdrawn"] as const;

/** A subscriber without account, with all that is stored of them. */
export const Subscriber = z.object({
  id: z.uuid(),
  email: z.string(),
  locale: z.enum(locales),
  state: z.enum(subscriberStates),
  requestedAt: z.iso.datetime(),
  confirmedAt: z.iso.datetime(),
  withdrawnAt: z.iso.datetime().nullable(),
  /** The version of the text that was agreed to. */
  textVersion: z.int(),
  /** The page whose form was sent; null when it is not known. */
  page: z.string().nullable(),
});
export type Subscriber = z.infer<typeof Subscriber>;

/** `sent`: the latest messages of the last year, the newest first. */
const SubscriberRecord = Subscriber.extend({ delivery: MailboxDelivery.nullable(), sent: z.array(SentNotice) });

const SubscribersQuery = listQuery(["confirmedAt", "email"], {
  state: z.enum(subscriberStates).optional().catch(undefined),
  locale: z.enum(locales).optional().catch(undefined),
});
export type SubscribersQuery = z.infer<typeof SubscribersQuery>;

export const SubscriberRemoval = z.object({ reason: filled("subscribers:error.reason", 300) });

const access = { roles: ["ADMIN"] } as const;
const path = "/api/admin/newsletter-subscribers";
const params = z.object({ id: z.uuid() });

/** For administrators alone: coordinators write to people of their sectors, and subscribers are in none. */
export const subscribersApi = {
  list: endpoint({ method: "GET", path, access, query: SubscribersQuery, response: pageOf(Subscriber) }),
  get: endpoint({ method: "GET", path: `${path}/:id`, access, params, response: SubscriberRecord }),
  /** Confirms that their address works, so that it is written to again. */
  writeAgain: endpoint({ method: "POST", path: `${path}/:id/address-works`, access, params, response: Done }),
  /** Ends a subscription at the request of its owner. The proof of the consent stays for its retention period. */
  remove: endpoint({ method: "POST", path: `${path}/:id/removal`, access, params, body: SubscriberRemoval, response: Done }),
};
