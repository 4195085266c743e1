import { useTranslation } from "react-i18next";
import { Form, Submit } from "~/forms/form";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Props = { applications: { id: string; name: string; agreedAt: string }[] };

/** The other applications that recognise the person, each with a button to end that. */
export function ApplicationsPanel({ applications }: Props) {
  const { t } = useTranslation("account");
  const { locale } = usePage();
  return (
    <Panel title={t("applications.title")}>
      <p className="muted mb-4">{t("applications.lead")}</p>
      <ul className="rows">
        {applications.map(({ id, name, agreedAt }) => (
          <li key={id}>
            <div className="min-w-48 flex-1">
              <strong className="block">{name}</strong>
              <span className="muted text-sm">{t("applications.since", { date: formatDate(locale, agreedAt, "full") })}</span>
            </div>
            <Form>
              <input type="hidden" name="application" value={id} />
              <Submit variant="line">{t("applications.end")}</Submit>
            </Form>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
