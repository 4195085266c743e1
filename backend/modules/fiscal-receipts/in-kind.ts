import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#backend/db/client";
import { giftsInKind } from "#backend/modules/gifts-in-kind/tables";
import { fiscalReceiptSources } from "./tables.ts";

/**
 * Gifts in kind whose value was approved and that no receipt certifies, with the columns of gifts: each is on the receipt that its donor's e-mail address has for money of
 * the calendar year, or on one of its own without address.
 */
export const inKind = (which: SQL) => sql`
  select it.id, it.received_on, null::text as method, it.value_cents as cents, 'IND' as series,
    make_date(extract(year from it.received_on)::int, 1, 1) as period_from, make_date(extract(year from it.received_on)::int, 12, 31) as period_to,
    coalesce('IND ' || lower(it.email::text), it.id::text) as giver, true as known, it.email, donors.id as donor_id, it.locale, it.value_recorded_at as given_at,
    true as is_posted,
    jsonb_build_object('kind', 'person', 'name', it.name, 'company', null, 'legalForm', null, 'siren', null,
      'street', it.street, 'postcode', it.postcode, 'city', it.city, 'country', it.country) as donor,
    'in_kind' as kind, it.description
  from gifts_in_kind it
  left join users donors on donors.email = it.email and donors.email_verified_at is not null
  where it.value_state = 'approved' and it.erased_at is null
    and not exists (select from fiscal_receipt_sources certified where certified.gift_in_kind_id = it.id and certified.live)
    and ${which}`;

/** Who gave, and the receipt that certifies each gift. */
export const namesOfGiftsInKind = (db: Db, ids: string[]) =>
  db
    .select({ id: giftsInKind.id, name: giftsInKind.name, receiptId: fiscalReceiptSources.receiptId })
    .from(giftsInKind)
    .leftJoin(fiscalReceiptSources, and(eq(fiscalReceiptSources.giftInKindId, giftsInKind.id), eq(fiscalReceiptSources.live, true)))
    .where(inArray(giftsInKind.id, ids));

/** The gifts in kind that a receipt certifies, in the order of their days. */
export const giftsOfReceipt = (db: Db, receiptId: string) =>
  db
    .select({
      giftId: giftsInKind.id,
      receivedOn: giftsInKind.receivedOn,
      description: giftsInKind.description,
      cents: fiscalReceiptSources.cents,
    })
    .from(fiscalReceiptSources)
    .innerJoin(giftsInKind, eq(giftsInKind.id, fiscalReceiptSources.giftInKindId))
    .where(eq(fiscalReceiptSources.receiptId, receiptId))
    .orderBy(giftsInKind.receivedOn, giftsInKind.id);
