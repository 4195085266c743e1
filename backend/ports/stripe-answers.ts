import Stripe from "stripe";
import type { Locale } from "#contract/formats/locale";
import { PaymentFailure } from "./payment-provider.ts";

export const stripeUrl = "https://api.stripe.com";
export const languages: Record<Locale, "fr" | "en-GB"> = { fr: "fr", en: "en-GB" };

export const idOf = (object: string | { id: string } | null): string | null => (typeof object === "string" ? object : (object?.id ?? null));
export const timeOf = (seconds: number) => new Date(seconds * 1_000);

/** What the provider answers; its errors as {@link PaymentFailure}, without its words. */
export async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Error {
  if (error instanceof PaymentFailure) return error;
  if (!(error instanceof Stripe.errors.StripeError)) return new PaymentFailure("ENOANSWER", "unreached");
  const { statusCode: status, code } = error;
  const known = code && /^[a-z_]{1,60}$/.test(code) ? code : undefined;
  const reason = ["EPAYMENT", status, known].filter(Boolean).join(" ");
  if (status === 404) return new PaymentFailure(reason, "missing");
  // A refused key is a setting to correct: the same call works once it is.
  const later = !status || status >= 500 || [401, 403, 409, 429].includes(status);
  return new PaymentFailure(status ? reason : "ENOANSWER", later ? "unreached" : "refused");
}
