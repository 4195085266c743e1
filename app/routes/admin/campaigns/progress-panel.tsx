import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { CampaignProgress, CampaignState } from "#contract/accounts/campaigns";
import { Form, Submit } from "~/forms/form";
import { CountBand } from "~/ui/count-band";
import { Link } from "~/ui/link";
import { useNow } from "~/ui/now";

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
  const minutes = minutesLeft(progress, useNow());
  const { handled = 0, total = 0, waiting = 0 } = progress ?? {};
  const page = `/dashboard/admin/notifications/${id}/view`;
  return (
    <CountBand
      title={t("progress.title", { title })}
      count={{ label: t("progress.label"), value: handled, whole: total, of: t("progress.of", { total }) }}
      action={
        <Form action={page}>
          <Submit name="intent" value="stop" variant="hollow">
            {t("progress.stop")}
          </Submit>
        </Form>
      }
    >
      <p>
        {handled < total && minutes !== null && <>{t("progress.minutes", { count: minutes })} </>}
        {handled === total && waiting > 0 && <>{t("progress.waiting", { count: waiting })} </>}
        {t("progress.stopMeans")} <Link to={page}>{t("progress.reload")}</Link>
      </p>
    </CountBand>
  );
}

/** An estimate by what was done until now; null before anything was. */
function minutesLeft(progress: CampaignProgress | null, now: Date): number | null {
  if (!progress?.startedAt || progress.handled === 0) return null;
  const each = (now.getTime() - Date.parse(progress.startedAt)) / progress.handled;
  return Math.max(1, Math.ceil((each * (progress.total - progress.handled)) / minute));
}
