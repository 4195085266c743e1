import { getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { OrganisationPart, OrganisationPartRecord } from "#contract/charity/organisation";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { PartFields, type PartFieldsProps } from "./part-fields";

const schemaOf = (part: OrganisationPart) => () =>
  import("#contract/charity/organisation").then(({ organisationPageForm }) => organisationPageForm(part));

type Props = {
  record: Pick<OrganisationPartRecord, "part" | "facts" | "version">;
  answer: FormAnswer | undefined;
  submission: string;
  submit: string;
  /** Whether the form has a field for its first day. */
  dated?: boolean;
  className?: string;
  children?: ReactNode;
};

/** The form of one part; an edit conflict is shown above it. */
export function PartForm({ record: { part, facts, version }, answer, submission, submit, dated = false, className = "", children }: Props) {
  const { t } = useTranslation("organisation");
  const values = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? ""]));
  const [form, fields] = usePageForm(schemaOf(part) as never, { id: `organisation-${part}`, answer, defaultValue: values as never });
  const all = fields as unknown as PartFieldsProps["fields"];
  const newest = (answer?.current as { version?: number } | undefined)?.version ?? version;
  return (
    <Form className={`grid gap-5 ${className}`} submission={submission} encType="multipart/form-data" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="version" value={newest} />
      <PartFields part={part} fields={all} />
      {dated && all.from && <TextField field={all.from} type="date" optional label={t("field.from")} hint={t("hint.from")} />}
      <p className="actions">
        <Submit>{submit}</Submit>
        {children}
      </p>
    </Form>
  );
}
