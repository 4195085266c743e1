import { useTranslation } from "react-i18next";
import type { MailboxDelivery } from "#contract/api/mails";
import { Form, Submit } from "~/forms/form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { id: string; email: string; delivery: MailboxDelivery };

/** Since when mails do not arrive at a person's address, and why; the button writes to it again. */
export function DeliveryPanel({ id, email, delivery: { deadSince, reason, code, complainedAt } }: Props) {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  return (
    <Panel title={t("delivery.title")}>
      <div className="grid gap-3">
        {deadSince && reason && (
          <>
            <p>{t(`delivery.${reason}`, { address: email, date: formatDate(locale, deadSince, "day") })}</p>
            {code && <p className="muted text-sm">{t("delivery.code", { code })}</p>}
            <p>{t("delivery.what")}</p>
            <Form className="actions" action={`/dashboard/admin/users/${id}/account`}>
              <Submit name="writeAgain" value="yes" variant="line">
                {t("delivery.again")}
              </Submit>
            </Form>
          </>
        )}
        {complainedAt && <p>{t("delivery.complaint", { date: formatDate(locale, complainedAt, "day") })}</p>}
      </div>
    </Panel>
  );
}
