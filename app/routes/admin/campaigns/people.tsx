import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { campaignsApi } from "#contract/accounts/campaigns";
import { typeset } from "#contract/formats/french-spaces";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";
import { Pills } from "~/ui/pills";

const path = "/dashboard/admin/notifications/{id}/people";

export const handle = {
  i18n: ["campaigns"],
  crumb: { label: "campaigns:crumb", to: "/dashboard/admin/notifications" },
} as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, locale, t } = args.context;
  const id = args.params.id ?? "";
  const { searchParams } = new URL(args.request.url);
  const after = searchParams.get("after") ?? undefined;
  const failed = searchParams.get("failed") === "yes";
  const page = await api
    .call(campaignsApi.people, { params: { id }, query: { after, failed: failed ? ("yes" as const) : undefined } })
    .catch(orNotFound);
  const { text, locale: written } = readIn(locale, page.title);
  return { id, items: page.items, more: page.more, after, failed, name: typeset(text, written), title: t(`titles:${path}`) };
}

export default function CampaignPeople() {
  const { id, items, more, after, failed, name, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("campaigns");
  const page = `/dashboard/admin/notifications/${id}/people`;
  const withFilter = (query: string) => `${page}?${failed ? "failed=yes&" : ""}${query}`;
  return (
    <div className="grid gap-5">
      <div>
        <h1 className="office-title">{title}</h1>
        <p className="mt-1">
          <Link to={`/dashboard/admin/notifications/${id}/view`}>{name}</Link>
        </p>
      </div>
      <Pills
        label={title}
        links={[
          { to: page, label: t("people.everybody"), current: !failed },
          { to: `${page}?failed=yes`, label: t("people.failed"), current: failed },
        ]}
      />
      {items.length === 0 ? (
        <EmptyState drawing="letter" text={t("people.empty")} />
      ) : (
        <Panel title={name}>
          <ul className="rows">
            {items.map((person) => (
              <li key={person.id}>
                <div className="min-w-0 grow">
                  {person.name && person.path ? (
                    <Link to={person.path} className="font-semibold wrap-anywhere">
                      {person.name}
                    </Link>
                  ) : (
                    <span className="muted">{t("people.hidden")}</span>
                  )}
                  <span className="muted block text-sm">
                    {person.channels
                      .map(({ channel, state }) =>
                        t("people.channel", { channel: t(`channel.${channel}`), state: t(`channelState.${state}`) }),
                      )
                      .join(", ")}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {(more || after) && (
        <p className="actions">
          {more && (
            <ButtonLink to={withFilter(`after=${items.at(-1)?.id}`)} variant="line">
              {t("people.next")}
            </ButtonLink>
          )}
          {after && <Link to={failed ? `${page}?failed=yes` : page}>{t("people.first")}</Link>}
        </p>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
