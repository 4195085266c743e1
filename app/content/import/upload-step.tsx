import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { ContentName } from "#contract/publishing/content-names";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";
import { ImportStep } from "./import-step";

type Props = { name: ContentName; limits: { bytes: number; rows: number }; answer: FormAnswer | undefined; submission: string };

/** The upload, with the expected format. */
export function UploadStep({ name, limits, answer, submission }: Props) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  const [form, fields] = useForm<{ file: File }>({ id: "sheet", lastResult: answer?.result, constraint: { file: { required: true } } });
  return (
    <ImportStep step={1} title={t("import.upload.title")}>
      <p>{t("import.upload.text")}</p>
      <p>
        <a href={pathIn(locale, `/dashboard/admin/${name}/export.csv`)} download>
          {t("import.upload.model")}
        </a>
      </p>
      <Form id={form.id} encType="multipart/form-data" submission={submission} className="grid gap-4">
        <ErrorSummary form={form} />
        <FileField
          field={fields.file}
          label={t("import.upload.file")}
          hint={t("import.upload.hint", { rows: limits.rows, size: limits.bytes / 1024 })}
          accept=".csv,.txt,text/csv"
        />
        <div>
          <Submit>{t("import.upload.submit")}</Submit>
        </div>
      </Form>
    </ImportStep>
  );
}
