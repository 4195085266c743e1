import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import Stripe from "stripe";
import { onTestFinished } from "vitest";
import { handleEvents } from "#backend/modules/card-payments/events";
import { stripeProvider } from "#backend/ports/stripe";
import { cardPaymentsApi } from "#contract/giving/card-payments";
import { type TestBackend, testSettings } from "./backend";
import { subscriptionsOfStripe } from "./stripe-subscriptions";

export const secretKey = "sk_test_standInOfTheTests";
export const webhookSecret = "whsec_ofTheStandInOfTheTestsLongEnough";
/** Settings of a backend with payments by card. */
export const cardSettings = { ...testSettings, stripe: { live: false, webhookSecrets: [webhookSecret] } };

type Session = {
  id: string;
  status: "open" | "complete" | "expired";
  payment_status: "unpaid" | "paid";
  amount_total: number;
  url: string | null;
  payment_intent: string | null;
  subscription: string | null;
  client_reference_id: string;
  /** The request as it came. */
  sent: Record<string, string>;
};
export type Intent = {
  id: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded";
  type: "card" | "sepa_debit";
  amount: number;
  /** When a debit was booked; a card is at once. */
  booked: number | null;
  last_payment_error: { code: string } | null;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  created: number;
  /** The card or account that it was taken from. */
  payment_method: string | null;
  customer?: string;
  setup_future_usage?: string;
};
type Taken = { id: string; payment_intent: string; amount: number; created: number; status: string };

/** A server that answers as Stripe's API does, with state: pages of payment, payments, refunds and disputes, and its signed events. */
export async function startStripe({ clock = () => new Date(), patience = 2_000 }: { clock?: () => Date; patience?: number } = {}) {
  const sessions = new Map<string, Session>();
  const intents = new Map<string, Intent>();
  const refunds = new Map<string, Taken>();
  const disputes = new Map<string, Taken>();
  const answered = new Map<string, object>();
  let count = 0;
  const newId = (prefix: string) => `${prefix}_standin${++count}`;
  const now = () => Math.floor(clock().getTime() / 1_000);
  const state = {
    /** What the server answers in place of its own answer, for an outage. */
    fault: null as null | ((path: string) => Response | null | Promise<Response | null>),
    /** Whether refunds are made, but nobody hears of it. */
    refundsUnheard: false,
    /** How refunds are when they are ordered. */
    refundsAre: "succeeded" as "succeeded" | "pending",
    /** What cards that were kept answer. */
    charges: "succeeded" as "succeeded" | "processing" | "declined",
    /** Where its pages of payment are. */
    pages: null as string | null,
    calls: [] as string[],
    payouts: [] as { id: string; amount: number; arrival_date: number; status: string }[],
    account: { id: "acct_standin", charges_enabled: true, payouts_enabled: true, business_profile: { name: "Maillon" } },
  };

  const missing = () =>
    Response.json({ error: { type: "invalid_request_error", code: "resource_missing", message: "No such object" } }, { status: 404 });
  const found = (object: object | undefined) => (object ? Response.json(object) : missing());
  const list = (data: object[], has_more = false) => Response.json({ object: "list", data, has_more, url: "/" });
  const shownIntent = (intent: Intent | undefined) =>
    intent && {
      ...intent,
      object: "payment_intent",
      amount_received: intent.status === "succeeded" ? intent.amount_received || intent.amount : 0,
      latest_charge: {
        ...{ id: `ch_${intent.id}`, created: intent.created, payment_method_details: { type: intent.type } },
        balance_transaction: intent.status === "succeeded" ? { id: `txn_${intent.id}`, created: intent.booked ?? intent.created } : null,
      },
    };
  const ofIntent = (all: Map<string, Taken>, id: string | undefined) => [...all.values()].filter((one) => one.payment_intent === id);
  /** The same key is the same answer. */
  const once = (key: string | undefined, make: () => object) => {
    const known = key ? answered.get(key) : undefined;
    const made = known ?? make();
    if (key) answered.set(key, made);
    return Response.json(made);
  };

  const monthly = subscriptionsOfStripe({ newId, now, addPayment, intents, found, list, pages: () => state.pages ?? url });
  const app = new Hono()
    .use(async (http, next) => {
      state.calls.push(`${http.req.method} ${http.req.path}`);
      const fault = await state.fault?.(http.req.path);
      if (fault) return fault;
      if (http.req.header("authorization") !== `Bearer ${secretKey}`)
        return http.json({ error: { type: "invalid_request_error", message: `Invalid API Key provided: ${secretKey}` } }, 401);
      return next();
    })
    .get("/v1/payouts", () => list(state.payouts))
    .get("/v1/account", () => Response.json(state.account))
    .post("/v1/checkout/sessions", async (http) => {
      const sent = (await http.req.parseBody()) as Record<string, string>;
      return once(http.req.header("idempotency-key"), () => {
        const id = newId("cs_test");
        const session: Session = {
          ...({ id, status: "open", payment_status: "unpaid", payment_intent: null, subscription: null, sent } as const),
          amount_total: Number(sent["line_items[0][price_data][unit_amount]"]),
          url: `${state.pages ?? url}/c/pay/${id}`,
          client_reference_id: sent.client_reference_id ?? "",
        };
        sessions.set(id, session);
        return session;
      });
    })
    .get("/v1/checkout/sessions/:id", (http) => found(sessions.get(http.req.param("id"))))
    .post("/v1/checkout/sessions/:id/expire", (http) => found(expire(http.req.param("id"))))
    .get("/v1/payment_intents", (http) => {
      const all = [...intents.values()].filter(({ created }) => created >= Number(http.req.query("created[gte]") ?? 0)).reverse();
      const after = all.findIndex(({ id }) => id === http.req.query("starting_after")) + 1;
      const page = all.slice(after, after + Number(http.req.query("limit")));
      return list(
        page.map((intent) => shownIntent(intent) ?? {}),
        after + page.length < all.length,
      );
    })
    .post("/v1/payment_intents", async (http) => {
      const sent = (await http.req.parseBody()) as Record<string, string>;
      const key = http.req.header("idempotency-key");
      if (sent.off_session !== "true" || sent.confirm !== "true" || !sent.customer || !sent.payment_method) return missing();
      if (!answered.has(key ?? "") && state.charges === "declined")
        return http.json({ error: { type: "card_error", code: "card_declined", message: "Your card was declined." } }, 402);
      return once(key, () => {
        const status = state.charges === "processing" ? "processing" : "succeeded";
        const id = addPayment(
          Number(sent.amount),
          { checkout: sent["metadata[checkout]"] ?? "" },
          {
            status,
            payment_method: sent.payment_method,
            type: sent["allowed_payment_method_types[0]"] === "sepa_debit" ? "sepa_debit" : "card",
          },
        );
        return shownIntent(intents.get(id)) ?? {};
      });
    })
    .get("/v1/payment_intents/:id", (http) => found(shownIntent(intents.get(http.req.param("id")))))
    .get("/v1/charges/:id", (http) => {
      const intent = intents.get(http.req.param("id").replace("ch_", ""));
      return found(intent && { id: http.req.param("id"), payment_intent: intent.id });
    })
    .get("/v1/refunds", (http) => list(ofIntent(refunds, http.req.query("payment_intent"))))
    .get("/v1/refunds/:id", (http) => found(refunds.get(http.req.param("id"))))
    .post("/v1/refunds", async (http) => {
      const { payment_intent = "", amount } = (await http.req.parseBody()) as Record<string, string>;
      const intent = intents.get(payment_intent);
      if (!intent) return missing();
      const left =
        intent.amount_received -
        ofIntent(refunds, payment_intent).reduce((sum, one) => sum + (one.status === "failed" ? 0 : one.amount), 0);
      const key = http.req.header("idempotency-key");
      if (!answered.has(key ?? "") && Number(amount) > left)
        return http.json({ error: { type: "invalid_request_error", code: "charge_already_refunded", message: "Too much" } }, 400);
      const answer = once(key, () => ({ ...refund(payment_intent, Number(amount), state.refundsAre) }));
      return state.refundsUnheard ? new Response(null, { status: 503 }) : answer;
    })
    .get("/v1/disputes", (http) => list(ofIntent(disputes, http.req.query("payment_intent"))))
    .get("/v1/disputes/:id", (http) => found(disputes.get(http.req.param("id"))))
    .route("/", monthly.routes);
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((resolve) => (server.listening ? resolve() : server.once("listening", resolve)));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
    server.close();
  });

  function expire(id: string): Session | undefined {
    const session = sessions.get(id);
    if (session) Object.assign(session, { status: "expired", url: null });
    return session;
  }

  /** A payment of the account, made on a page of this site or not. */
  function addPayment(amount: number, metadata: Record<string, string> = {}, more: Partial<Intent> = {}): string {
    const id = newId("pi");
    const { status = "succeeded" } = more;
    const received = status === "succeeded" ? amount : 0;
    const rest = { type: "card", booked: null, last_payment_error: null, currency: "eur", created: now(), payment_method: null } as const;
    intents.set(id, { ...rest, id, status, amount, amount_received: received, metadata, ...more });
    return id;
  }

  /** Somebody pays on the page; without an amount, what it asks for. */
  function pay(sessionId: string, { amount, ...more }: { amount?: number } & Partial<Intent> = {}): string {
    const session = sessions.get(sessionId);
    if (!session) throw new Error("there is no such page of payment");
    const type = session.sent["payment_method_types[0]"] === "sepa_debit" ? "sepa_debit" : "card";
    const made = { type, ...more } as const;
    const of = { checkout: session.client_reference_id };
    const done = { status: "complete", payment_status: "paid", url: null } as const;
    if (session.sent.mode === "subscription") {
      const { subscription, intent } = monthly.begin(amount ?? session.amount_total, of, made);
      Object.assign(session, { ...done, subscription });
      return intent;
    }
    const keeps = session.sent["payment_intent_data[setup_future_usage]"];
    const means = keeps ? { setup_future_usage: keeps, customer: newId("cus"), payment_method: newId("pm") } : {};
    const paid = addPayment(amount ?? session.amount_total, of, { ...made, ...means });
    Object.assign(session, { ...done, payment_intent: paid });
    return paid;
  }

  function refund(payment_intent: string, amount: number, status = "succeeded"): Taken {
    const made = { id: newId("re"), payment_intent, amount, created: now(), status };
    refunds.set(made.id, made);
    return made;
  }

  function dispute(payment_intent: string, amount: number, status: string): Taken {
    const made = { id: newId("du"), payment_intent, amount, created: now(), status };
    disputes.set(made.id, made);
    return made;
  }

  /** An event as it is sent. What it says of its object besides the id is for whoever believes it. */
  const event = (
    type: string,
    objectId: string,
    { id = newId("evt"), live = false, ...object }: { id?: string; live?: boolean; [name: string]: unknown } = {},
  ) => JSON.stringify({ id, object: "event", type, livemode: live, data: { object: { id: objectId, ...object } } });

  return Object.assign(state, {
    ...{ url, monthly, sessions, intents, refunds, disputes, pay, expire, refund, dispute, addPayment, event },
    provider: stripeProvider({ secretKey, url, patience, retries: 0 }),
  });
}

/** The header with which Stripe signs an event. */
export function signatureOf(payload: string, { secret = webhookSecret, at = new Date() } = {}): string {
  const timestamp = Math.floor(at.getTime() / 1_000);
  return new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret, timestamp });
}

/** Sends an event to a backend, signed now by its clock; answers with the status. */
export async function sendEvent(backend: TestBackend, payload: string, header = signatureOf(payload, { at: backend.services.clock() })) {
  const headers = { "content-type": "application/json", "stripe-signature": header };
  const request = new Request(`https://elsewhere.example${cardPaymentsApi.webhook.path}`, { method: "POST", body: payload, headers });
  return (await backend.fetch(request, { ip: "192.0.2.7" })).status;
}

/** What the job does when events wait. */
export const handleAll = ({ services }: Pick<TestBackend, "services">) => handleEvents(services, services.paymentProvider);
