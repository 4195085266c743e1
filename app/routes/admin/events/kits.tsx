import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { redirectFor } from "#contract/accounts/access";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { policies } from "~/access/policies";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { KitScreen } from "~/subjects/kit-orders/kit-screen";
import { loadKits, moveKits } from "~/subjects/kit-orders/kits.server";
import { LocalizedText } from "~/ui/localized-text";
import { EventTabs } from "./event-tabs";

const path = "/dashboard/admin/events/{id}/kits";
const list = "/dashboard/admin/events";

export const handle = { i18n: ["kits", "events", "content", "lists", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  const user = await gate(args, path);
  const { t, locale } = args.context;
  const kits = await loadKits(args);
  return {
    ...kits,
    exports: redirectFor(user, policies["/dashboard/admin/events/{id}/kits/export.csv"]) === null,
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, kits.page.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return moveKits(args, `${list}/${args.params.id}/kits`);
}

/** The orders of an event, among its pages. */
export default function Kits() {
  const { page, query, search, exports } = useLoaderData<typeof loader>();
  const { event } = page;
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      <KitScreen page={page} query={query} search={search} here={`${list}/${event.id}/kits`} exports={exports} />
    </div>
  );
}

export const ErrorBoundary = OfficeError;
