import { useForm } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { pathIn } from "~/i18n/locale-of-path";
import { usePage } from "~/ui/page-context";
import { ImportStep } from "./import-step";
import type { StepProps } from "./import-steps";

type Props = StepProps<"upload"> & { answer: unknown; submission: string };

/** The upload, with the expected format. */
export function UploadStep({ path, about, foreign, limits, answer, submission }: Props) {
  const { t } = useTranslation("content");
  const { locale } = usePage();
  const { result } = (answer ?? {}) as Partial<FormAnswer>;
  const [form, fields] = useForm<{ file: File }>({ id: "sheet", lastResult: result, constraint: { file: { required: true } } });
  return (
    <ImportStep step={1} title={t("import.upload.title")}>
      <p>
        {t("import.upload.text")} {t(`import.about.${about}`)}
      </p>
      {about === "people" && <p>{t("import.upload.columns")}</p>}
      {about !== "people" && !foreign && (
        <p>
          <a href={pathIn(locale, `${path}/export.xlsx`)} download>
            {t("import.upload.model")}
          </a>
        </p>
      )}
      <Form id={form.id} encType="multipart/form-data" submission={submission} className="grid gap-4">
        <ErrorSummary form={form} />
        <FileField
          field={fields.file}
          label={t("import.upload.file")}
          hint={t("import.upload.hint", { rows: limits.rows, size: limits.bytes / 1024 / 1024 })}
          accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        />
        <div>
          <Submit>{t("import.upload.submit")}</Submit>
        </div>
      </Form>
    </ImportStep>
  );
}
