import { Users } from "lucide";
import { type RefObject, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Audience, type LeftOutReason, leftOutReasons, maxAudience } from "#contract/accounts/campaigns";
import { pathIn } from "~/i18n/locale-of-path";
import { Disclosure } from "~/ui/disclosure";
import { Icon } from "~/ui/icon";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

const fields = ["roles", "subscribers", "sectorIds", "viewId", "chosen", "eventId", "eventStatuses", "quotaIds", "topic", "channels"];
const pause = 400;

type CountProps = {
  form: RefObject<HTMLFormElement>;
  /** The draft that the form changes. */
  id: string | undefined;
  counted: Audience | null;
  channels: readonly string[];
  ofEvent: boolean;
};

/** Counts again while the form is filled in; without script, a button of the form does. */
function useAudience({ form, id, counted, channels: saved }: CountProps) {
  const { locale } = usePage();
  const [audience, setAudience] = useState(counted);
  const [chosen, setChosen] = useState(saved);
  useEffect(() => setAudience(counted), [counted]);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let latest: AbortController | undefined;
    const count = async () => {
      const query = new URLSearchParams(id ? { id } : {});
      for (const [name, value] of new FormData(element)) {
        const field = name.replace(/\[\d*\]$/, "");
        if (fields.includes(field) && typeof value === "string") query.append(field, value);
      }
      latest?.abort();
      latest = new AbortController();
      try {
        const answer = await fetch(`${pathIn(locale, "/dashboard/admin/notifications/audience")}?${query}`, { signal: latest.signal });
        if (!answer.ok) return;
        setAudience(((await answer.json()) as { audience: Audience | null }).audience);
        setChosen(query.getAll("channels"));
      } catch {
        // Another count has begun, or the connection is gone: the number shown is that of before.
      }
    };
    const onChange = ({ target }: Event) => {
      if (!fields.includes((target as HTMLInputElement).name?.replace(/\[\d*\]$/, ""))) return;
      clearTimeout(timer);
      timer = setTimeout(count, pause);
    };
    element.addEventListener("change", onChange);
    return () => {
      clearTimeout(timer);
      latest?.abort();
      element.removeEventListener("change", onChange);
    };
  }, [form, id, locale]);
  return { audience, chosen };
}

/** How many people the form's audience has, by channel also where it is nobody, and who is left out. */
export function AudienceCount(props: CountProps) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const { audience, chosen } = useAudience(props);
  if (!audience) return <p className="campaign-count">{t(props.ofEvent ? "audience.noneOfEvent" : "audience.none")}</p>;
  const { people, tooMany, channels } = audience;
  return (
    <div className="grid gap-2">
      <div className="campaign-count" aria-live="polite">
        <Icon of={Users} className="size-6 text-info" />
        {tooMany ? (
          <p className="font-semibold">{t("audience.tooMany", { count: maxAudience })}</p>
        ) : (
          <p>
            <b>{formatNumber(locale, people)}</b> <strong>{t("audience.people", { count: people })}</strong>
          </p>
        )}
      </div>
      <p className="muted text-sm">
        {(["inbox", "email", "push"] as const)
          .filter((channel) => channels[channel] > 0 || chosen.includes(channel))
          .map((channel) => t("audience.byChannel", { channel: t(`channel.${channel}`), count: channels[channel] }))
          .join(", ")}
      </p>
      {audience.subscribers > 0 && <p className="muted text-sm">{t("audience.subscribers", { count: audience.subscribers })}</p>}
      {audience.guests > 0 && <p className="muted text-sm">{t("audience.guests", { count: audience.guests })}</p>}
      <WithoutMail audience={audience} />
      <LeftOut left={audience.left} />
    </div>
  );
}

function WithoutMail({ audience: { withoutMail } }: { audience: Audience }) {
  const { t } = useTranslation("campaigns");
  const { paused = 0, deadAddress = 0 } = withoutMail;
  return (
    <>
      {paused > 0 && <p className="muted text-sm">{t("audience.withoutMail", { count: paused })}</p>}
      {deadAddress > 0 && <p className="muted text-sm">{t("audience.withoutMailDead", { count: deadAddress })}</p>}
    </>
  );
}

/** Those who get nothing, by reason. */
export function LeftOut({ left }: { left: Record<string, number> }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const total = Object.values(left).reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const reasons = leftOutReasons.filter((reason: LeftOutReason) => (left[reason] ?? 0) > 0);
  return (
    <Disclosure summary={t("audience.left", { count: total })}>
      <ul className="campaign-left">
        {reasons.map((reason) => (
          <li key={reason}>
            <b>{formatNumber(locale, left[reason] ?? 0)}</b>
            <span>{t(`reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
