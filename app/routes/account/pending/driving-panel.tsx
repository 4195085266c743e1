import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { fileTypes } from "#contract/accounts/documents";
import { drivingDocumentKinds, type SentDrivingDocuments as Sent } from "#contract/accounts/person-edit";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField, SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { SentDrivingDocuments } from "~/subjects/people/sent-driving-documents";
import { partField, usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/person-edit").then(({ NewDrivingDocument }) => NewDrivingDocument);

/** What a volunteer sent for driving, and a form to send what the team asks for before it opens the account. */
export function DrivingPanel({ documents }: Pick<Sent, "documents">) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "driving", answer: usePartAnswer("driving") });
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="driving-title">
      <h2 id="driving-title" className="title-card">
        {t("driving.title")}
      </h2>
      <p className="mt-2">{t(documents.length === 0 ? "driving.none" : "driving.lead")}</p>
      <SentDrivingDocuments documents={documents} />
      <Form encType="multipart/form-data" className="mt-5 grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name={partField} value="driving" />
        <SelectField
          field={fields.kind}
          label={t("supportingDocuments.kind.label")}
          choices={drivingDocumentKinds.map((value) => ({ value, label: t(`driving.kind.${value}`) }))}
        />
        <FileField field={fields.file} label={t("supportingDocuments.file")} hint={t("driving.hint")} accept={fileTypes.join(",")} />
        <div>
          <Submit variant="line">{t("driving.send")}</Submit>
        </div>
      </Form>
    </section>
  );
}
