import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { CampaignProgress, CampaignState } from "#contract/accounts/campaigns";
import { Form, Submit } from "~/forms/form";
import { Link } from "~/ui/link";
import { useNow } from "~/ui/now";
import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

const links = 20;
const minute = 60_000;
const interval = 2_000;

/** With script, the page reloads its data while a campaign is being sent. */
export function useCampaignRefresh(state: CampaignState) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = state === "sending" ? setInterval(revalidate, interval) : undefined;
    return () => clearInterval(timer);
  }, [state, revalidate]);
}

/** How far a campaign is, as a chain of twenty links, with the button that stops it. */
export function ProgressPanel({ id, title, progress }: { id: string; title: string; progress: CampaignProgress | null }) {
  const { t } = useTranslation("campaigns");
  const { locale } = usePage();
  const minutes = minutesLeft(progress, useNow());
  const { handled = 0, total = 0, waiting = 0 } = progress ?? {};
  const done = total === 0 ? 0 : Math.floor((handled / total) * links);
  const page = `/dashboard/admin/notifications/${id}/view`;
  return (
    <section className="campaign-run on-dark" aria-labelledby="campaign-run">
      <div className="campaign-run-head">
        <div>
          <h2 id="campaign-run">{t("progress.title", { title })}</h2>
          <p className="campaign-run-number">
            <span className="sr-only">{t("progress.label")} </span>
            {formatNumber(locale, handled)} <small>{t("progress.of", { total })}</small>
          </p>
        </div>
        <Form action={page}>
          <Submit name="intent" value="stop" variant="hollow">
            {t("progress.stop")}
          </Submit>
        </Form>
      </div>
      <div className="campaign-chain" aria-hidden="true">
        {Array.from({ length: links }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the links of a chain have no other name
          <i key={at} data-link={at < done ? "done" : at === done ? "now" : undefined} />
        ))}
      </div>
      <p>
        {handled < total && minutes !== null && <>{t("progress.minutes", { count: minutes })} </>}
        {handled === total && waiting > 0 && <>{t("progress.waiting", { count: waiting })} </>}
        {t("progress.stopMeans")} <Link to={page}>{t("progress.reload")}</Link>
      </p>
    </section>
  );
}

/** An estimate by what was done until now; null before anything was. */
function minutesLeft(progress: CampaignProgress | null, now: Date): number | null {
  if (!progress?.startedAt || progress.handled === 0) return null;
  const each = (now.getTime() - Date.parse(progress.startedAt)) / progress.handled;
  return Math.max(1, Math.ceil((each * (progress.total - progress.handled)) / minute));
}
