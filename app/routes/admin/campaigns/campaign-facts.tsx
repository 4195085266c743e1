import { useTranslation } from "react-i18next";
import { type CampaignRecord, hasOthers } from "#contract/accounts/campaigns";
import { readIn } from "#contract/formats/localized-text";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { type Fact, Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { LocalDate } from "~/ui/local-date";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";
import { printed } from "./attached-title";

/** To whom, how and when. */
export function CampaignFacts({ campaign }: { campaign: CampaignRecord }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const {
    roles,
    sectors,
    view,
    channels,
    topic,
    people,
    scheduledAt,
    startedAt,
    finishedAt,
    updatedBy,
    path,
    attachmentIds,
    attachments,
    event,
    others,
  } = campaign;
  const withdrawn = attachmentIds.length - attachments.length;
  const attached = [
    ...attachments.map(({ title }) => printed(readIn(locale, title))),
    ...(withdrawn > 0 ? [t("view.withdrawn", { count: withdrawn })] : []),
  ].join(", ");
  const audience = [
    ...roles.map((role) => t(`roles.${role}`)),
    ...(sectors.length > 0 ? sectors : roles.length > 0 ? [t("view.everySector")] : []),
    ...(view ? [view.name] : []),
    ...(campaign.chosen === null ? [] : [t("chosen.count", { count: campaign.chosen })]),
    ...campaign.eventStatuses.map((status) => t(`status.${status}`)),
    ...(event?.quotas.filter(({ id }) => campaign.quotaIds.includes(id)).map(({ label }) => printed(readIn(locale, label))) ?? []),
    ...(campaign.subscribers ? [t("view.subscribers").toLowerCase()] : []),
  ];
  const day = (label: string, value: string | null): Fact[] =>
    value ? [{ label, value: <LocalDate value={value} style="moment" /> }] : [];
  return (
    <Panel title={t("view.facts")}>
      <Facts
        className="grid gap-x-8 gap-y-3 sm:grid-cols-2"
        facts={[
          ...(event
            ? [
                {
                  label: t("topic.event"),
                  value: <Link to={`/dashboard/admin/events/${event.id}/notify`}>{printed(readIn(locale, event.title))}</Link>,
                },
              ]
            : []),
          { label: t("view.to"), value: audience.join(", ") },
          ...(others ? [{ label: t("view.others"), value: <FirstSending {...others} /> }] : []),
          ...(people === null ? [] : [{ label: t("view.people"), value: formatNumber(locale, people) }]),
          { label: t("view.channels"), value: channels.map((channel, at) => inSentence(t(`channel.${channel}`), at)).join(", ") },
          { label: t("view.topic"), value: t(`topic.${topic}`) },
          ...(startedAt ? day(t("view.started"), startedAt) : day(t("view.scheduled"), scheduledAt)),
          ...day(t("view.finished"), finishedAt),
          { label: t("view.by"), value: updatedBy },
          ...(attachmentIds.length > 0 ? [{ label: t("form.attachments"), value: attached }] : []),
          ...(path ? [{ label: t("view.opens"), value: <Link to={path}>{path}</Link> }] : []),
        ]}
      />
    </Panel>
  );
}

/** The campaign whose others this one goes to. */
function FirstSending({ id, title }: NonNullable<CampaignRecord["others"]>) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  if (!title) return t("view.othersGone");
  return <Link to={`/dashboard/admin/notifications/${id}/view`}>{printed(readIn(locale, title))}</Link>;
}

/** Names within a sentence: the first as it is, the others in lower case. */
const inSentence = (name: string, at: number) => (at === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1));

/** What can be done with a campaign in its state. */
export function CampaignActions({ campaign }: { campaign: CampaignRecord }) {
  const { t } = useTranslation("campaigns");
  const { id, state } = campaign;
  const page = `/dashboard/admin/notifications/${id}`;
  return (
    <div className="actions">
      {state === "draft" && (
        <>
          <ButtonLink to={`${page}/send`}>{t("view.send")}</ButtonLink>
          <ButtonLink variant="line" to={`${page}/edit`}>
            {t("view.edit")}
          </ButtonLink>
        </>
      )}
      <Form className="actions" action={`${page}/view`}>
        {state === "scheduled" && (
          <>
            <Submit name="intent" value="reopen" variant="line">
              {t("view.reopen")}
            </Submit>
            <Submit name="intent" value="cancel" variant="danger">
              {t("view.cancel")}
            </Submit>
          </>
        )}
        {hasOthers(campaign) && (
          <Submit name="intent" value="others">
            {t("view.writeToOthers")}
          </Submit>
        )}
        <Submit name="intent" value="copy" variant="line">
          {t("view.copy")}
        </Submit>
        {state === "draft" && (
          <Submit name="intent" value="remove" variant="danger">
            {t("view.remove")}
          </Submit>
        )}
      </Form>
    </div>
  );
}
