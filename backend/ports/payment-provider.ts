import type { Locale } from "#contract/formats/locale";
import type { ProviderAccount, ProviderPayout } from "#contract/giving/card-payments";
import type { SubscriptionProvider } from "./subscription-provider.ts";

/** A page of the provider on which somebody pays once. `id` is ours: sent again, it is the same page. */
export type NewCheckout = {
  id: string;
  amountCents: number;
  /** What is paid, as the payer reads it. */
  label: string;
  /** The reference of the pledge or membership. */

  reference: string;
  purpose: "gift" | "dues";
  method: ProviderPayment["method"];
  /** Whether it is paid each month from now on. */
  monthly: boolean;
  /** Whether the card or account is kept, for payments that were consented to. */
  keepsMeans?: boolean;
  email: string;
  locale: Locale;
  /** Where the payer goes afterwards, and where when they stop. */
  doneUrl: string;
  cancelUrl: string;
};

/** What is taken from a card or an account that was kept, without its holder. `id` is ours: sent again, it is the same payment. */
export type NewCharge = {
  id: string;
  amountCents: number;
  customerId: string;
  meansId: string;
  method: ProviderPayment["method"];
  label: string;
  reference: string;
};

/** A page of payment. Its URL is there while it is open, and never leads elsewhere than to the provider. */
export type ProviderCheckout = {
  id: string;
  state: "open" | "complete" | "expired";
  url: string | null;
  /** The payment that it has made. */
  paymentId: string | null;
  /** The monthly payments that it has begun. */
  subscriptionId: string | null;
};

/** Money that the provider gave back, or that a bank took back after a dispute. */
export type TakenBack = { id: string; amountCents: number; at: Date; why: "refund" | "dispute" };

/** A refund that has returned nothing: it waits, for days at a bank, or it failed and never will. */
export type RefundNotMade = { id: string; amountCents: number; state: "waiting" | "failed" };

/** What a bank disputes, and nobody has decided yet: an inquiry, before money is taken, or a dispute. `status` is the provider's word for how far it is. */
export type OpenDispute = { id: string; status: string; amountCents: number; needsAnswer: boolean; answerBy: Date | null };

/** A payment as the provider has it now. */
export type ProviderPayment = {
  id: string;
  /** Our id of the page that it was made on; null for one that is not ours. */
  checkoutId: string | null;
  /** `processing`: a debit is on its way for days; `refused`: the bank, or the card, did not pay. */
  state: "open" | "processing" | "refused" | "paid";
  /** The monthly payments that it is one of. */
  subscriptionId: string | null;
  /** What is to be paid. */
  amountCents: number;
  /** What came, in the smallest unit of the currency. */
  receivedCents: number;
  /** Three small letters. */
  currency: string;
  method: "card" | "sepa_debit";
  paidAt: Date;
  taken: TakenBack[];
  notReturned: RefundNotMade[];
  disputes: OpenDispute[];
  /** The payer and the card or account, where it was kept for later payments. */
  retained: { customerId: string; meansId: string } | null;
};

/** A payment of a list. */
export type ListedPayment = Pick<ProviderPayment, "id" | "checkoutId" | "amountCents" | "subscriptionId"> & { paid: boolean };

/** The reason for which a refund is not ordered while another one of its payment waits. */
export const refundWaits = "EWAITS";

/** Whether a key is for real money. */
export const isLive = (secretKey: string) => /^[rs]k_live_/.test(secretKey);

/** Takes payments on pages of a provider. Each call throws a {@link PaymentFailure}. */
export type PaymentProvider = {
  /** Whether money is real. */
  live: boolean;
  /** The origin of the pages on which people pay. */
  origin: string;
  account(): Promise<ProviderAccount>;
  openCheckout(checkout: NewCheckout): Promise<ProviderCheckout>;
  checkout(id: string): Promise<ProviderCheckout>;
  /** Nobody pays on this page any more. */
  closeCheckout(id: string): Promise<ProviderCheckout>;
  payment(id: string): Promise<ProviderPayment>;
  /** Takes a payment from a card or account that was kept. One that the card refuses fails as `refused`; a debit is on its way for days. */
  charge(charge: NewCharge): Promise<{ id: string }>;
  /** The payment that an object of an event belongs to; null when it belongs to none. */
  paymentOf(objectId: string): Promise<string | null>;
  /**
   * Gives back a part of a payment. `key` is ours: sent again, it is the same refund. One that `waits` is made in some days, or fails; until then, no other
   * one of its payment is ordered.
   */
  refund(of: { paymentId: string; amountCents: number; key: string }): Promise<{ id: string; waits: boolean }>;
  /** Payments begun since a time, the newest first, a hundred of them at most. */
  payments(since: Date, after?: string): Promise<{ items: ListedPayment[]; more: boolean }>;
  subscriptions: SubscriptionProvider;
  /** What was last paid to the bank account of the charity, the newest first. */
  payouts(): Promise<ProviderPayout[]>;
};

/**
 * What became of a call that failed: `refused` will be again, of something `missing` the provider knows nothing, `unreached` may work later.
 * The reason has codes only: what the provider writes may name people and keys.
 */
export class PaymentFailure extends Error {
  override name = "PaymentFailure";
  readonly reason: string;
  readonly fate: "refused" | "missing" | "unreached";

  constructor(reason: string, fate: "refused" | "missing" | "unreached") {
    super(reason);
    this.reason = reason;
    this.fate = fate;
  }
}

/** Less than the site waits for one answer of ours. */
const patience = 3_000;

/** What a call answers to somebody who waits for their page: soon, or as if it had no answer. */
export async function soon<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new PaymentFailure("ELATE", "unreached")), patience);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether the provider has a payment as paid; not where it knows nothing of it, as of those of another key or account. */
export async function isPaidAt(provider: PaymentProvider, id: string): Promise<boolean> {
  try {
    return (await provider.payment(id)).state === "paid";
  } catch (error) {
    if (error instanceof PaymentFailure && error.fate === "missing") return false;
    throw error;
  }
}
