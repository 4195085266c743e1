import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { KitScreen } from "~/subjects/kit-orders/kit-screen";
import { loadKits, moveKits } from "~/subjects/kit-orders/kits.server";
import { LocalizedText } from "~/ui/localized-text";

const path = "/dashboard/events/{id}/kits";

export const handle = { i18n: ["kits", "events", "lists", "register"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { t, locale } = args.context;
  const kits = await loadKits(args);
  return {
    ...kits,
    crumb: { label: t("titles:/dashboard/events"), to: "/dashboard/events" },
    title: `${readIn(locale, kits.page.event.title).text} - ${t(`titles:${path}`)}`,
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  return moveKits(args, `/dashboard/events/${args.params.id}/kits`);
}

/** The orders of an event, for volunteers who hold the right in its team or are named for it. */
export default function Kits() {
  const { page, query, search } = useLoaderData<typeof loader>();
  const { t } = useTranslation("kits");
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title">
          <LocalizedText of={page.event.title} mark />
        </h1>
        <p className="muted mt-1">{t("office.lead")}</p>
      </div>
      <KitScreen page={page} query={query} search={search} here={`/dashboard/events/${page.event.id}/kits`} />
    </div>
  );
}

export const ErrorBoundary = OfficeError;
