import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import { drivingDocumentKinds } from "#contract/accounts/person-edit";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField, SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/person-edit").then(({ NewDrivingDocument }) => NewDrivingDocument);

/** Sends a document of the vehicle or the licence, which the team reviews. */
export function DrivingDocumentForm({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation("account");
  const { t: documents } = useTranslation("documents");
  const [form, fields] = usePageForm(schema, { id: "drivingDocument", answer });
  return (
    <Panel title={t("driving.documents")}>
      <Form encType="multipart/form-data" className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="document" />
        <SelectField
          field={fields.kind}
          label={t("driving.which")}
          choices={drivingDocumentKinds.map((value) => ({ value, label: documents(`kinds.${value}`) }))}
        />
        <FileField field={fields.file} label={t("driving.file")} hint={t("driving.fileHint")} accept={fileTypes.join(",")} />
        <p className="actions">
          <Submit variant="line">{t("driving.send")}</Submit>
        </p>
      </Form>
    </Panel>
  );
}
