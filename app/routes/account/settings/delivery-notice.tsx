import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** Says that mails do not arrive at one's address, with what to do about it. */
export function DeliveryNotice({ email, since, action }: { email: string; since: string; action: string }) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  return (
    <Panel title={t("delivery.title")}>
      <p>{t("delivery.since", { email, date: formatDate(locale, since, "day") })}</p>
      <div className="actions mt-4">
        <ButtonLink to="/account/settings/sessions">{t("delivery.change")}</ButtonLink>
        <Form className="grid max-sm:w-full" action={action}>
          <Submit name="intent" value="mailboxWorks" variant="line">
            {t("delivery.works")}
          </Submit>
        </Form>
      </div>
    </Panel>
  );
}
