import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { drivingVehicles, type StoredDriving } from "#contract/accounts/person-edit";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/person-edit").then(({ Driving }) => Driving);

type Props = {
  driving: StoredDriving;
  answer: FormAnswer | undefined;
  /** When the form was read; null where nothing was stored. */
  version: string | null;
  byStaff?: boolean;
  /** What is shown where somebody else saved first. */
  conflict?: ReactNode;
};

/** How someone gets around, and until when the documents of the vehicle count; filled in by the person or by staff. Posts `intent=driving`. */
export function DrivingForm({ driving, answer, version, byStaff = false, conflict }: Props) {
  const { t } = useTranslation("account");
  const [form, fields] = usePageForm(schema, { id: "driving", answer, defaultValue: driving });
  const vehicles = drivingVehicles.filter((vehicle) => driving.mayDrive || vehicle === "none" || vehicle === "bike");
  const labels = {
    vehicle: t("driving.vehicle"),
    licenceExpiry: t("driving.document.licence"),
    insuranceExpiry: t("driving.document.insurance"),
    inspectionExpiry: t("driving.document.inspection"),
  };
  return (
    <Panel title={t(byStaff ? "tabs.driving" : "driving.title")}>
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} labels={labels} />
        <input type="hidden" name="intent" value="driving" />
        {version && <input type="hidden" name="version" value={version} />}
        {conflict}
        <ChoiceGroup
          field={fields.vehicle}
          label={labels.vehicle}
          hint={driving.mayDrive ? undefined : t("driving.minor")}
          choices={vehicles.map((value) => ({ value, label: t(`driving.vehicles.${value}`) }))}
        />
        {driving.mayDrive && (
          <>
            <Checkbox field={fields.chilled} label={t("driving.chilled")} />
            <p className="muted">{t(byStaff ? "driving.datesOfOther" : "driving.dates")}</p>
            <div className="grid gap-4 sm:grid-cols-3">
              <TextField field={fields.licenceExpiry} type="date" label={labels.licenceExpiry} />
              <TextField field={fields.insuranceExpiry} type="date" label={labels.insuranceExpiry} />
              <TextField field={fields.inspectionExpiry} type="date" label={labels.inspectionExpiry} />
            </div>
          </>
        )}
        <p className="actions">
          <Submit>{t("save")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
