import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { campaignsApi, shownPeople } from "#contract/accounts/campaigns";
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
  const show = shownPeople.find((one) => one === searchParams.get("show"));
  const { title, ...page } = await api.call(campaignsApi.people, { params: { id }, query: { after, show } }).catch(orNotFound);
  const items = page.items.map((one) => ({ ...one, reason: one.reason && t(one.reason as "campaigns:left.changed") }));
  const { text, locale: written } = readIn(locale, title);
  return { ...page, id, items, after, show, name: typeset(text, written), title: t(`titles:${path}`) };
}

export default function CampaignPeople() {
  const { id, items, more, after, show, left, untouched, areNamed, name, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("campaigns");
  const page = `/dashboard/admin/notifications/${id}/people`;
  const shown = show ? `${page}?show=${show}` : page;
  const pill = (which: NonNullable<typeof show>) => ({
    ...{ to: `${page}?show=${which}`, label: t(`people.${which}`), current: show === which },
  });
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
          { to: page, label: t("people.messages"), current: !show },
          pill("failed"),
          ...(left > 0 || show === "left" ? [pill("left")] : []),
          ...(untouched > 0 || show === "untouched" ? [pill("untouched")] : []),
        ]}
      />
      {items.length === 0 ? (
        <EmptyState drawing="letter" text={t(show && show !== "failed" && !areNamed ? "people.unnamed" : "people.empty")} />
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
                  {person.isGuest && <span className="muted">, {t("people.guest")}</span>}
                  <span className="muted block text-sm">
                    {person.reason ??
                      person.channels
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
            <ButtonLink to={`${shown}${show ? "&" : "?"}after=${items.at(-1)?.id}`} variant="line">
              {t("people.next")}
            </ButtonLink>
          )}
          {after && <Link to={shown}>{t("people.first")}</Link>}
        </p>
      )}
    </div>
  );
}

export const ErrorBoundary = OfficeError;
