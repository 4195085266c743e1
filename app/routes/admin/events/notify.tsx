import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CampaignDraft } from "#contract/accounts/campaign-drafts";
import { type CampaignRow, campaignsApi } from "#contract/accounts/campaigns";
import { participantsApi } from "#contract/charity/event-participants";
import { readIn } from "#contract/formats/localized-text";
import { gate } from "~/access/gate.server";
import { orNotFound } from "~/errors/not-found.server";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { EmptyState } from "~/ui/empty-state";
import { Link } from "~/ui/link";
import { formatDate } from "~/ui/local-date";
import { LocalizedText } from "~/ui/localized-text";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { CampaignForm } from "../campaigns/campaign-form";
import { countUnsaved } from "../campaigns/counting.server";
import { afterSaving } from "../campaigns/saving.server";
import { EventTabs } from "./event-tabs";

const path = "/dashboard/admin/events/{id}/notify";
const list = "/dashboard/admin/events";
/** Messages about one event that are listed here; all of them are among the campaigns. */
const latest = 10;

export const handle = { i18n: ["events", "campaigns", "content", "markdown"] } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, t, locale } = args.context;
  const id = args.params.id ?? "";
  const [places, choices, messages] = await Promise.all([
    api.call(participantsApi.places, { params: { id } }).catch(orNotFound),
    api.call(campaignsApi.choices, { query: { about: "event" } }),
    api.call(campaignsApi.list, { query: { eventId: id, sort: "updatedAt", order: "desc", perPage: latest } as never }),
  ]);
  const { event, quotas, counts } = places;
  return {
    event: { id, title: event.title, type: event.type },
    about: { id, quotas: quotas.map((quota) => ({ id: quota.id, label: quota.label })), counts },
    open: places.rules !== null,
    choices,
    messages: messages.items,
    submission: crypto.randomUUID(),
    rules: rulesOf({ campaign: CampaignDraft }),
    crumb: { label: t("content:events.list"), to: list },
    title: `${readIn(locale, event.title).text} - ${t(`titles:${path}`)}`,
  };
}

/** Saves the message as a campaign, whose pages test, send and schedule it. */
export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const counted = await countUnsaved(args, CampaignDraft);
  if (counted) return counted;
  return submit(args, CampaignDraft, async (body, form) => {
    const { id } = await args.context.api.call(campaignsApi.create, { body: { ...body, eventId: args.params.id ?? "" } });
    return afterSaving(args.context, id, form, "created");
  });
}

export default function NotifyParticipants() {
  const { event, about, open, choices, messages, submission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation("events");
  return (
    <div className="grid gap-5">
      <h1 className="office-title">
        <LocalizedText of={event.title} mark />
      </h1>
      <EventTabs event={event} />
      {open ? (
        <div className="record-page">
          <CampaignForm event={about} choices={choices} audience={null} answer={answer} submission={submission} />
          <div className="record-state record-state-follows">
            <Messages items={messages} />
          </div>
        </div>
      ) : (
        <EmptyState
          drawing="letter"
          text={t("participants.none")}
          action={{ to: `${list}/${event.id}/places`, label: t("participants.open") }}
        />
      )}
    </div>
  );
}

/** What has been written about this event, each with its results by person. */
function Messages({ items }: { items: CampaignRow[] }) {
  const { t } = useTranslation("events");
  const { t: campaign } = useTranslation("campaigns");
  const { locale } = usePage();
  return (
    <Panel title={t("notify.messages")}>
      {items.length === 0 && <p className="muted">{t("notify.none")}</p>}
      <ul className="rows">
        {items.map(({ id, title, state, people, at }) => {
          const page = `/dashboard/admin/notifications/${id}`;
          const began = state !== "draft" && state !== "scheduled" && state !== "cancelled";
          const facts = [
            campaign(`state.${state}`),
            ...(people === null ? [] : [t("notify.people", { count: people })]),
            ...(at ? [formatDate(locale, at, "moment")] : []),
          ];
          return (
            <li key={id}>
              <div className="min-w-0 grow">
                <Link to={`${page}/${state === "draft" ? "edit" : "view"}`} className="font-semibold wrap-anywhere">
                  {title}
                </Link>
                <span className="muted block text-sm">{facts.join(", ")}</span>
                {began && (
                  <Link to={`${page}/people`} className="text-sm">
                    {campaign("results.byPerson")}
                  </Link>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

export const ErrorBoundary = OfficeError;
