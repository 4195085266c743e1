import { useTranslation } from "react-i18next";
import type { PersonRecord } from "#contract/accounts/people";
import { writtenDay } from "#contract/formats/france-time";
import { Form, Submit } from "~/forms/form";
import { DriverBadge, DriverDocumentsBadge } from "~/subjects/people/badges";
import { Facts } from "~/ui/facts";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

type Driver = NonNullable<NonNullable<PersonRecord["more"]>["driver"]>;

type Props = { id: string; driver: Driver; byAdministrators: boolean };

/** A driver's vehicle and documents, and the approval for whoever decides on it. */
export function DriverPanel({ id, driver, byAdministrators }: Props) {
  const { t } = useTranslation("people");
  const { locale } = usePage();
  const valid = driver.documents === "ok" || driver.documents === "soon";
  return (
    <Panel title={t("driving")}>
      <Facts
        facts={[
          { label: t("column.driver"), value: <DriverBadge driver={driver} /> },
          { label: t("column.vehicle"), value: t(`vehicle.${driver.vehicle}`) },
          { label: t("column.chilled"), value: t(driver.chilled ? "yes" : "no") },
          {
            label: t("column.papers"),
            value: <DriverDocumentsBadge state={driver.documents} until={driver.expiresOn && writtenDay(locale, driver.expiresOn)} />,
          },
        ]}
      />
      {byAdministrators ? <p className="muted mt-3">{t("byAdministrators")}</p> : <DriverSteps id={id} driver={driver} valid={valid} />}
      {!byAdministrators && driver.status !== "approved" && !valid && (
        <p className="mt-3">
          <span className="muted">{t("driverDocumentsNeeded")}</span> <Link to={`/dashboard/admin/users/${id}/edit`}>{t("edit.link")}</Link>
        </p>
      )}
    </Panel>
  );
}

function DriverSteps({ id, driver, valid }: { id: string; driver: Driver; valid: boolean }) {
  const { t } = useTranslation("people");
  return (
    <Form action={`/dashboard/admin/users/${id}/account`} className="actions mt-4">
      <input type="hidden" name="version" value={driver.version} />
      {driver.status !== "approved" && valid && (
        <Submit name="driver" value="approved">
          {t("driverStep.approved")}
        </Submit>
      )}
      {driver.status !== "blocked" && (
        <Submit name="driver" value="blocked" variant="danger">
          {t("driverStep.blocked")}
        </Submit>
      )}
    </Form>
  );
}
