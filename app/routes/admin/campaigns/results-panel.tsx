import { useTranslation } from "react-i18next";
import type { ChannelResult } from "#contract/accounts/campaigns";
import { ShareBar } from "~/ui/chart/share-bar";
import { Link } from "~/ui/link";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

const peopleOf = (id: string) => `/dashboard/admin/notifications/${id}/people`;

/** What became of the messages of each channel, and how many people the sending never came to. */
export function ResultsPanel({ id, results, untouched }: { id: string; results: ChannelResult[]; untouched: number }) {
  const { t } = useTranslation("campaigns");
  return (
    <Panel title={t("results.title")} link={{ to: peopleOf(id), label: t("results.byPerson") }}>
      {results.length === 0 ? (
        <p className="muted">{t("results.none")}</p>
      ) : (
        <ul className="grid gap-4">
          {results.map((result) => (
            <ChannelRow key={result.channel} result={result} />
          ))}
        </ul>
      )}
      {untouched > 0 && (
        <p className="mt-4">
          <Link to={`${peopleOf(id)}?show=untouched`}>{t("results.untouched", { count: untouched })}</Link>
        </p>
      )}
    </Panel>
  );
}

function ChannelRow({ result }: { result: ChannelResult }) {
  const { t } = useTranslation("campaigns");
  const { channel, sent, waiting, failed, expired, read, guests } = result;
  const total = sent + waiting + failed + expired;
  const inbox = channel === "inbox";
  const rest = [
    ...(guests > 0 ? [t("results.guests", { count: guests })] : []),
    ...(waiting > 0 ? [t("results.waiting", { count: waiting })] : []),
    ...(failed > 0 ? [t("results.failed", { count: failed })] : []),
    ...(expired > 0 ? [t("results.expired", { count: expired })] : []),
  ];
  return (
    <li className="grid gap-1.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <strong>{t(`channel.${channel}`)}</strong>
        <b className="tabular-nums">{inbox ? t("results.inbox", { sent, read }) : t("results.of", { sent, total })}</b>
      </p>
      <ShareBar parts={[{ name: channel, value: inbox ? read : sent }]} whole={total} />
      {rest.length > 0 && <small className="muted">{rest.join(", ")}</small>}
    </li>
  );
}

/** Whom the sending left out, by reason. */
export function Exceptions({ id, exceptions }: { id: string; exceptions: { reason: string; count: number }[] }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  if (exceptions.length === 0) return null;
  return (
    <Panel title={t("results.exceptions")} link={{ to: `${peopleOf(id)}?show=left`, label: t("results.byPerson") }}>
      <ul className="campaign-left">
        {exceptions.map(({ reason, count }) => (
          <li key={reason}>
            <b>{formatNumber(locale, count)}</b>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
