import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { majorities, type Resolution } from "#contract/charity/assemblies";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, SelectField, TextArea, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { ButtonLink } from "~/ui/button";

const resolutionSchema = () => import("#contract/charity/assemblies").then(({ ResolutionDraft }) => ResolutionDraft);
const votesSchema = () => import("#contract/charity/assemblies").then(({ VoteCount }) => VoteCount);

/** A resolution that will be voted. */
export function ResolutionForm({ submission, answer }: { submission: string; answer: FormAnswer | undefined }) {
  const { t } = useTranslation("assemblies");
  const [form, fields] = usePageForm(resolutionSchema, { id: "resolution", answer });
  const text = fields.text.getFieldset();
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="add" />
      <TextArea field={text.fr} label={t("resolutions.text")} rows={3} />
      <TextArea field={text.en} label={t("resolutions.textEn")} rows={3} lang="en" />
      <SelectField
        field={fields.majority}
        label={t("resolutions.majority")}
        choices={majorities.map((value) => ({ value, label: t(`majority.${value}`) }))}
        optional={false}
      />
      <p className="actions">
        <Submit>{t("resolutions.send")}</Submit>
      </p>
    </Form>
  );
}

type VotesProps = { resolution: Resolution; back: string; submission: string; answer: FormAnswer | undefined };

/** The votes of a resolution, counted by show of hands. */
export function VotesForm({ resolution, back, submission, answer }: VotesProps) {
  const { t } = useTranslation("assemblies");
  const { inFavour, against, abstained } = resolution;
  const defaultValue = { inFavour: inFavour?.toString(), against: against?.toString(), abstained: abstained?.toString() };
  const [form, fields] = usePageForm(votesSchema, { id: "votes", answer, defaultValue: defaultValue as never });
  return (
    <Form className="grid max-w-2xl gap-4" submission={submission} {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <input type="hidden" name="intent" value="count" />
      <TextField field={fields.inFavour} label={t("votes.inFavour")} autoComplete="off" />
      <TextField field={fields.against} label={t("votes.against")} autoComplete="off" />
      <TextField field={fields.abstained} label={t("votes.abstained")} autoComplete="off" />
      {inFavour !== null && <Checkbox field={fields.isNewVote} label={t("votes.again")} hint={t("votes.againHint")} />}
      <p className="actions">
        <Submit>{t("votes.count")}</Submit>
        <ButtonLink variant="line" to={back}>
          {t("form.cancel")}
        </ButtonLink>
      </p>
    </Form>
  );
}
