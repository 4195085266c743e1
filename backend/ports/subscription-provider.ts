import type { Locale } from "#contract/formats/locale";
import type { ListedPayment } from "./payment-provider.ts";

/** A gift that the provider takes each month, as it is there now. */
export type ProviderSubscription = {
  id: string;
  /** Our id of the page that it was begun on; null for one that is not ours. */
  checkoutId: string | null;
  /** `failing`: the last debit was refused. */
  state: "active" | "failing" | "ended";
  amountCents: number;
  /** When the next debit is; null once it has ended. */
  nextAt: Date | null;
  /** Until when nothing is taken. */
  pausedUntil: Date | null;
  /** The month that could not be debited, how often it was tried, and when the provider tries it again; null after the last try. */
  failure: { invoiceId: string; tries: number; nextTryAt: Date | null } | null;
  /** The payment of its newest month. */
  paymentId: string | null;
};

/** Gifts that are taken each month. Each call throws a `PaymentFailure`. */
export type SubscriptionProvider = {
  /** The origin of the pages on which donors change their card or account. */
  portalOrigin: string;
  read(id: string): Promise<ProviderSubscription>;
  /** The subscription that an object of an event belongs to; null when it belongs to none. */
  of(objectId: string): Promise<string | null>;
  /** Takes nothing any more. One that has ended, or that the provider does not know, is ended. */
  end(id: string): Promise<void>;
  /** Takes another amount from the next month on. */
  change(id: string, amountCents: number): Promise<void>;
  /** Takes nothing until a time; null takes again. */
  pause(id: string, until: Date | null): Promise<void>;
  /** A page on which the donor changes the card or the account. */
  portal(of: { id: string; locale: Locale; returnUrl: string }): Promise<string>;
  /** Payments of months that were paid, of invoices since a time, the newest first. `last` is where the next page begins. */
  paidMonths(since: Date, after?: string): Promise<{ items: ListedPayment[]; last: string | undefined; more: boolean }>;
};
