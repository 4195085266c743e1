import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useOutletContext } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { positionOf, TimelineQuery } from "#contract/accounts/own-timeline";
import type { PersonRecord } from "#contract/accounts/people";
import { personFactsApi } from "#contract/accounts/person-facts";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { FactList } from "~/subjects/tracking/fact-list";
import { ButtonLink } from "~/ui/button";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

const path = "/dashboard/admin/users/{id}/timeline";

export const handle = { i18n: ["people", "tracking"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t } = args.context;
  const query = TimelineQuery.parse(Object.fromEntries(new URL(args.request.url).searchParams));
  const timeline = await api.call(personFactsApi.timeline, { params: { id: args.params.id ?? "" }, query }).catch(orNotFound);
  return { timeline, later: query.before !== undefined, title: t(`titles:${path}`) };
}

/** What a person did here and what was done with them, as they read it themselves. */
export default function PersonTimeline() {
  const { id } = useOutletContext<PersonRecord>();
  const { timeline, later } = useLoaderData<typeof loader>();
  const { t } = useTranslation("tracking");
  const { t: people } = useTranslation("people");
  const { figures, coming, items, more, withheld } = timeline;
  const shown = figures.filter(({ count }) => count > 0);
  const last = items.at(-1);
  const page = `/dashboard/admin/users/${id}/timeline`;
  return (
    <>
      {shown.length > 0 && !later && (
        <section className="panel" aria-label={t("own.figures")}>
          <Facts facts={shown.map(({ count, label }) => ({ label, value: count }))} />
        </section>
      )}
      {coming.length > 0 && (
        <Panel title={t("own.coming")}>
          <FactList facts={coming} />
        </Panel>
      )}
      <Panel title={people("timeline.past")}>
        {withheld && <p className="muted mb-4">{people("timeline.withheld")}</p>}
        {items.length === 0 ? <p className="muted">{people("timeline.empty")}</p> : <FactList facts={items} />}
        {(more || later) && (
          <p className="actions mt-4">
            {more && last && (
              <ButtonLink to={`${page}?before=${encodeURIComponent(positionOf(last))}`} variant="line">
                {t("own.older")}
              </ButtonLink>
            )}
            {later && <Link to={page}>{t("own.newest")}</Link>}
          </p>
        )}
      </Panel>
    </>
  );
}

export const ErrorBoundary = OfficeError;
