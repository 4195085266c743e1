import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { type FilePaper, filePaperKinds, paperTypes } from "#contract/accounts/criteria";
import { ErrorSummary } from "~/forms/error-summary";
import { FileField, SelectField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { partField, usePartAnswer } from "./pending-parts";

const schema = () => import("#contract/accounts/criteria").then(({ NewFilePaper }) => NewFilePaper);

/** The papers of a file: what is there and what came of it, and one more. The loader gives the rules of `paper`. */
export function DocumentsPanel({ documents }: { documents: FilePaper[] }) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "paper", answer: usePartAnswer("paper") });
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="papers">
      <h2 id="papers" className="title-card">
        {t("papers.title")}
      </h2>
      {documents.length === 0 && <p className="muted mt-2">{t("papers.none")}</p>}
      <ul className="mt-3 grid gap-3">
        {documents.map((paper) => (
          <PaperLine key={paper.id} paper={paper} />
        ))}
      </ul>
      <Form encType="multipart/form-data" className="mt-5 grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name={partField} value="paper" />
        <SelectField
          field={fields.kind}
          label={t("papers.kind.label")}
          choices={filePaperKinds.map((value) => ({ value, label: t(`papers.kind.${value}`) }))}
        />
        <FileField field={fields.file} label={t("papers.file")} hint={t("papers.hint")} accept={paperTypes.join(",")} />
        <div>
          <Submit look="line">{t("papers.add")}</Submit>
        </div>
      </Form>
    </section>
  );
}

function PaperLine({ paper: { id, kind, name, status, reason } }: { paper: FilePaper }) {
  const { t } = useTranslation("pending");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-beige px-5 py-3">
      <span className="min-w-0 flex-[1_1_14rem]">
        <b className="block">{t(`papers.kind.${kind}`)}</b>
        <span className="muted block break-words text-sm">{name}</span>
        <span className="block text-sm">{t(`papers.status.${status}`, { reason })}</span>
      </span>
      {status === "pending" && (
        <Form>
          <input type="hidden" name={partField} value="removal" />
          <input type="hidden" name="id" value={id} />
          <Submit look="line">{t("papers.remove")}</Submit>
        </Form>
      )}
    </li>
  );
}
