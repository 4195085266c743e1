import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { AssemblyRecord } from "#contract/charity/assemblies";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";

const schemas = {
  create: () => import("#contract/charity/assemblies").then(({ AssemblyDraft }) => AssemblyDraft),
  change: () => import("#contract/charity/assemblies").then(({ AssemblyChange }) => AssemblyChange),
};

type Props = { assembly?: AssemblyRecord; back: string; submission: string; answer: FormAnswer | undefined };

/** What is agreed before an assembly: when and where, how many proxies one holds, and its quorum. */
export function AssemblyFields({ assembly, back, submission, answer }: Props) {
  const { t } = useTranslation("assemblies");
  const defaultValue = assembly
    ? {
        ...{ title: assembly.title, day: assembly.day, place: assembly.place, maxProxies: String(assembly.maxProxies) },
        quorumPercent: assembly.quorumPercent?.toString(),
      }
    : { maxProxies: "2" };
  const schema = assembly ? schemas.change : schemas.create;
  const [form, fields] = usePageForm(schema as typeof schemas.create, { id: "assembly", answer, defaultValue: defaultValue as never });
  const title = fields.title.getFieldset();
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      {assembly && <input type="hidden" name="version" value={assembly.version} />}
      <TextField field={title.fr} label={t("form.name")} />
      <TextField field={title.en} label={t("form.nameEn")} lang="en" />
      <TextField field={fields.day} label={t("form.day")} type="date" />
      <TextField field={fields.place} label={t("form.place")} autoComplete="off" />
      <TextField field={fields.maxProxies} label={t("form.maxProxies")} hint={t("form.maxProxiesHint")} autoComplete="off" />
      <TextField field={fields.quorumPercent} label={t("form.quorum")} hint={t("form.quorumHint")} autoComplete="off" />
      <p className="actions">
        <Submit>{t("form.save")}</Submit>
        <ButtonLink variant="line" to={back}>
          {t("form.cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}
