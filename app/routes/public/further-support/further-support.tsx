import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Printer } from "lucide";
import { useTranslation } from "react-i18next";
import { furtherSupportApi, SupportQuery } from "#contract/charity/further-support";
import { franceDay } from "#contract/formats/france-time";
import type { PageHandle } from "~/layouts/handle";
import { PageHead } from "~/layouts/site/page-head";
import { readList } from "~/lists/list-request";
import { publicMeta } from "~/search/public-meta";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { LocalizedText } from "~/ui/localized-text";
import { EmergencyNumbers } from "./emergency-numbers";
import { SupportFilters } from "./filters";
import { NearbyServices, SearchNearby } from "./nearby";
import { needIcons } from "./need-icons";
import printedCssUrl from "./printed.css?url";
import { ServiceCards } from "./service-card";

export const handle = {
  i18n: ["further-support"],
  cache: { on: ["further_support", "further_support_category", "day"], query: ["category", "free"], unbounded: ["near"] },
} as const satisfies PageHandle;

/** The printed list is in a file of its own: the first view does without it. */
export const links: LinksFunction = () => [{ rel: "stylesheet", href: printedCssUrl, media: "print" }];

export const meta = publicMeta;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = readList(request, SupportQuery);
  const directory = await context.api.call(furtherSupportApi.list, { query });
  const today = franceDay(new Date());
  return { query, directory, today, title: context.t("titles:/further-support"), description: context.t("further-support:meta") };
}

export default function FurtherSupport() {
  const { query, directory, today } = useLoaderData<typeof loader>();
  const filtered = !!query.category || !!query.free || query.near !== "";
  const { t } = useTranslation("further-support");
  const { t: common } = useTranslation();
  return (
    <main id="content" className="printed-services wrap pb-section">
      <PageHead title={t("h1")} lead={t("lead")} />
      <EmergencyNumbers services={directory.emergency} />
      <p className="mt-6 flex flex-wrap items-center justify-between gap-4 rounded-2xl bg-sun p-6 text-lg font-bold print:hidden">
        {t("kit")}
        <ButtonLink variant="ink" to="/register/beneficiary">
          {common("header.askForKit")}
        </ButtonLink>
      </p>
      <SupportFilters categories={directory.categories} query={query} />
      <SearchNearby nearby={directory.nearby} query={query} />
      <NearbyServices nearby={directory.nearby} query={query} today={today} />
      {directory.groups.map((group) => (
        <details key={group.id} className="fold first-of-type:mt-8" open={filtered} data-printed="">
          <summary>
            <h2 className="title-section flex items-center gap-3">
              <Icon of={needIcons[group.icon]} className="size-7 flex-none text-primary" />
              <span>
                <LocalizedText of={group.name} mark /> <span className="muted text-base font-normal">{group.services.length}</span>
              </span>
            </h2>
          </summary>
          <div className="pt-4 pb-10">
            <ServiceCards services={group.services} today={today} />
          </div>
        </details>
      ))}
      {directory.groups.length === 0 && !directory.nearby?.services.length && (
        <p className="py-12 text-lg">
          {t("empty")} <Link to="/further-support">{t("clear")}</Link>
        </p>
      )}
      <p className="muted max-w-2xl pt-12 print:hidden">{t("privacy")}</p>
      <button type="button" className="btn btn-line mt-6 print:hidden" data-print="" hidden>
        <Icon of={Printer} />
        {t("print")}
      </button>
    </main>
  );
}
