import type { LoaderFunctionArgs } from "@remix-run/node";
import { membershipPlansApi } from "#contract/charity/membership-plans";
import { readIn } from "#contract/formats/localized-text";

/** The plans, with what each is called here. */
export async function namedPlans({ api, locale }: LoaderFunctionArgs["context"]) {
  const { items } = await api.call(membershipPlansApi.list);
  return items.map((plan) => ({ ...plan, label: readIn(locale, plan.name).text }));
}
