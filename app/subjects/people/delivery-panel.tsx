import { useTranslation } from "react-i18next";
import type { MailboxDelivery } from "#contract/api/mails";
import { Form, Submit } from "~/forms/form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = {
  email: string;
  delivery: MailboxDelivery;
  /** What staff do about it. */
  what: string;
  /** Where the button posts to. */
  action: string;
};

/** Since when mails do not arrive at an address, and why; the button writes to it again. */
export function DeliveryPanel({ email, delivery: { deadSince, reason, code, complainedAt }, what, action }: Props) {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  return (
    <Panel title={t("delivery.title")}>
      <div className="grid gap-3">
        {deadSince && reason && (
          <>
            <p>{t(`delivery.${reason}`, { address: email, date: formatDate(locale, deadSince, "day") })}</p>
            {code && <p className="muted text-sm">{t("delivery.code", { code })}</p>}
            <p>{what}</p>
            <Form className="actions" action={action}>
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
