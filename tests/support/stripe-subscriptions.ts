import { Hono } from "hono";
import type { Intent } from "./stripe";

type Subscription = {
  id: string;
  status: "active" | "past_due" | "canceled";
  customer: string;
  metadata: Record<string, string>;
  items: { data: { id: string; quantity: number; current_period_end: number; price: { product: string; unit_amount: number } }[] };
  pause_collection: { behavior: string; resumes_at: number } | null;
  latest_invoice: string;
  default_payment_method: string | null;
};
type Invoice = {
  id: string;
  status: "open" | "paid" | "void" | "uncollectible";
  created: number;
  attempt_count: number;
  next_payment_attempt: number | null;
  subscription: string;
  intent: string;
};

type Parts = {
  newId(prefix: string): string;
  now(): number;
  addPayment(amount: number, metadata: Record<string, string>, more: Partial<Intent>): string;
  intents: Map<string, Intent>;
  found(object: object | undefined): Response;
  list(data: object[], more?: boolean): Response;
  pages(): string;
};

const month = 30 * 86_400;

/** The monthly part of the stand-in: subscriptions, the invoice of each month with its payment, and the portal of customers. */
export function subscriptionsOfStripe({ newId, now, addPayment, intents, found, list, pages }: Parts) {
  const subscriptions = new Map<string, Subscription>();
  const invoices = new Map<string, Invoice>();
  /** The means of each customer, which the portal changes. */
  const means = new Map<string, string>();

  const shownPayment = ({ id, intent }: Invoice) => {
    const { amount_received = 0, status = "processing" } = intents.get(intent) ?? {};
    return {
      ...{ id: `inpay_${id}`, object: "invoice_payment", invoice: id, status: status === "succeeded" ? "paid" : "open" },
      ...{ amount_paid: amount_received, payment: { type: "payment_intent", payment_intent: intent } },
    };
  };
  const shownInvoice = (invoice: Invoice | undefined) => {
    if (!invoice) return undefined;
    const { intent: _, subscription, ...rest } = invoice;
    const { metadata = {} } = subscriptions.get(subscription) ?? {};
    const parent = { type: "subscription_details", subscription_details: { subscription, metadata } };
    return { ...rest, object: "invoice", parent, payments: { object: "list", data: [shownPayment(invoice)], has_more: false } };
  };
  const shown = (one: Subscription | undefined, expanded = false) =>
    one && {
      ...one,
      object: "subscription",
      latest_invoice: expanded ? shownInvoice(invoices.get(one.latest_invoice)) : one.latest_invoice,
    };

  /** The next month of a subscription; its payment is made unless the test says otherwise. */
  function bill(id: string, more: Partial<Intent> = {}): { invoice: string; intent: string } {
    const one = subscriptions.get(id);
    const [item] = one?.items.data ?? [];
    if (!one || !item) throw new Error("there is no such subscription");
    // That of the subscription wins.
    const payment_method = one.default_payment_method ?? means.get(one.customer) ?? null;
    const intent = addPayment(item.price.unit_amount, {}, { payment_method, ...more });
    const paid = intents.get(intent)?.status === "succeeded";
    const invoice = newId("in");
    const tries = { attempt_count: 1, next_payment_attempt: null };
    invoices.set(invoice, { id: invoice, status: paid ? "paid" : "open", created: now(), ...tries, subscription: id, intent });
    one.latest_invoice = invoice;
    item.current_period_end = now() + month;
    return { invoice, intent };
  }

  /** The bank answers to the debit of a month. */
  function answer(id: string, isPaid: boolean, { last = false } = {}): void {
    const invoice = invoices.get(id);
    const intent = intents.get(invoice?.intent ?? "");
    const one = subscriptions.get(invoice?.subscription ?? "");
    if (!invoice || !intent || !one) throw new Error("there is no such invoice");
    one.status = isPaid ? "active" : "past_due";
    if (isPaid) {
      Object.assign(invoice, { status: "paid", next_payment_attempt: null });
      Object.assign(intent, { status: "succeeded", amount_received: intent.amount, booked: now(), last_payment_error: null });
      return;
    }
    invoice.attempt_count += 1;
    invoice.next_payment_attempt = last ? null : now() + 86_400;
    Object.assign(intent, { status: "requires_payment_method", last_payment_error: { code: "insufficient_funds" } });
  }

  function begin(amount: number, metadata: Record<string, string>, more: Partial<Intent>) {
    const id = newId("sub");
    const price = { product: newId("prod"), unit_amount: amount };
    const items = { data: [{ id: newId("si"), quantity: 1, current_period_end: now() + month, price }] };
    const whole = { status: "active", customer: newId("cus"), pause_collection: null, latest_invoice: "" } as const;
    subscriptions.set(id, { id, ...whole, default_payment_method: newId("pm"), metadata, items });
    return { subscription: id, ...bill(id, more) };
  }

  const end = (id: string) => {
    const one = subscriptions.get(id);
    if (!one) return one;
    one.status = "canceled";
    const invoice = invoices.get(one.latest_invoice);
    // It is not collected any more.
    if (invoice) invoice.next_payment_attempt = null;
    return one;
  };

  const routes = new Hono()
    .get("/v1/subscriptions/:id", (http) => found(shown(subscriptions.get(http.req.param("id")), http.req.url.includes("latest_invoice"))))
    .delete("/v1/subscriptions/:id", (http) => {
      const one = subscriptions.get(http.req.param("id"));
      return found(one?.status === "canceled" ? undefined : shown(end(http.req.param("id"))));
    })
    .post("/v1/subscriptions/:id", async (http) => {
      const one = subscriptions.get(http.req.param("id"));
      const sent = (await http.req.parseBody()) as Record<string, string>;
      const [item] = one?.items.data ?? [];
      const amount = sent["items[0][price_data][unit_amount]"];
      const isSame = item && sent["items[0][id]"] === item.id && sent["items[0][price_data][product]"] === item.price.product;
      if (item && amount && isSame) item.price.unit_amount = Number(amount);
      const resumes = sent["pause_collection[resumes_at]"];
      if (one && resumes) one.pause_collection = { behavior: sent["pause_collection[behavior]"] ?? "", resumes_at: Number(resumes) };
      if (one && sent.pause_collection === "") one.pause_collection = null;
      if (one && sent.default_payment_method !== undefined) one.default_payment_method = sent.default_payment_method || null;
      return found(shown(one));
    })
    .post("/v1/customers/:id", async (http) => {
      const id = http.req.param("id");
      const sent = (await http.req.parseBody()) as Record<string, string>;
      means.set(id, sent["invoice_settings[default_payment_method]"] ?? "");
      return Response.json({ id, object: "customer" });
    })
    .post("/v1/invoices/:id/void", (http) => {
      const one = invoices.get(http.req.param("id"));
      if (one) Object.assign(one, { status: "void", next_payment_attempt: null });
      return found(shownInvoice(one));
    })
    .get("/v1/invoices", () => list([...invoices.values()].filter(({ status }) => status === "paid").map((one) => shownInvoice(one) ?? {})))
    .get("/v1/invoices/:id", (http) => found(shownInvoice(invoices.get(http.req.param("id")))))
    .get("/v1/invoice_payments", (http) => {
      const { invoice } = http.req.query();
      const intent = http.req.query("payment[payment_intent]");
      const all = [...invoices.values()].filter((one) => (invoice ? one.id === invoice : one.intent === intent));
      return list(all.map((one) => ({ ...shownPayment(one), invoice: invoice ? one.id : shownInvoice(one) })));
    })
    .post("/v1/billing_portal/sessions", async (http) => {
      const { customer } = (await http.req.parseBody()) as Record<string, string>;
      return Response.json({ id: newId("bps"), url: `${pages()}/p/session/${customer}` });
    });
  return { routes, subscriptions, invoices, means, begin, bill, answer, end };
}
