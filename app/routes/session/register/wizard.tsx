import { getFormProps } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FormEvent, Fragment } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { ErrorSummary } from "~/forms/error-summary";
import { Form, Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { AddressSearch } from "~/subjects/addresses/address-search";
import { Link } from "~/ui/link";
import { Notice } from "~/ui/notice";
import { usePage } from "~/ui/page-context";
import { FormPage } from "../form-page";
import { GuardianFields } from "./guardian-fields";
import { StepDocuments } from "./step-documents";
import { questionFields, StepFieldInput, stepLabel } from "./step-field";
import { StepList } from "./step-list";
import { stepFields } from "./steps";
import type { wizardAction, wizardLoader } from "./wizard.server";

/** One step of a registration, whatever its kind. */
export function Wizard() {
  const { kind, step, steps, answers, questions, preview, invitation, unknownSiret, resumed, sectors, ...rest } =
    useLoaderData<ReturnType<typeof wizardLoader>>();
  const { supportingDocumentKinds, documents, knowsAddresses } = rest;
  const { t } = useTranslation("register");
  const { locale } = usePage();
  const schema = () =>
    import("#contract/accounts/registration-steps").then(({ stepForm }) => stepForm(kind, step, questions) as z.ZodObject);
  const answer = useActionData<ReturnType<typeof wizardAction>>();
  const [form, fields] = usePageForm(schema, { id: step, answer, defaultValue: answers });
  const shown = step === "situation" ? questionFields(questions, locale, t("choose")) : stepFields[step];
  const labels = Object.fromEntries(shown.map((field) => [field.name, stepLabel(field, t)]));
  const at = steps.findIndex(({ name }) => name === step);
  const before = steps[at - 1];
  const input = (field: (typeof shown)[number]) => {
    const control = fields[field.name];
    return (
      control && (
        <Fragment key={field.name}>
          <StepFieldInput field={field} control={control} sectors={sectors} />
          {knowsAddresses && field.name === "addressLine" && (
            <AddressSearch found={answer && "found" in answer ? answer.found : undefined} />
          )}
        </Fragment>
      )
    );
  };
  const formProps = getFormProps(form);
  return (
    <FormPage
      title={t(`step.${step}.h1`)}
      lead={t("step.lead", { at: at + 1, total: steps.length + 1, kind: t(`kind.${kind}`) })}
      before={<StepList steps={steps} now={step} form={step} />}
    >
      {invitation && <Notice>{t("invited", { label: invitation })}</Notice>}
      {resumed && <Notice>{t("resumed")}</Notice>}
      {unknownSiret && <Notice>{t("unknownSiret")}</Notice>}
      {preview && (
        <Notice>
          {t(`preview.${preview}`)} {preview === "no" && <Link to="/further-support">{t("otherHelp")}</Link>}
        </Notice>
      )}
      {kind === "beneficiary" && at === 0 && <Reassurance />}
      <Form
        className="answer-widths mt-7 grid gap-6"
        {...formProps}
        onSubmit={(event) => {
          // A step may be left half filled.
          if (!isLeaving(event)) formProps.onSubmit(event);
        }}
        action={steps[at]?.to}
        encType={supportingDocumentKinds.length > 0 ? "multipart/form-data" : undefined}
      >
        <button type="submit" hidden>
          {t("next")}
        </button>
        <ErrorSummary form={form} labels={labels} />
        {shown.map((field) => (field.guardian ? null : input(field)))}
        {shown.some(({ guardian }) => guardian) && <GuardianFields>{shown.filter(({ guardian }) => guardian).map(input)}</GuardianFields>}
        {supportingDocumentKinds.length > 0 && <StepDocuments kinds={supportingDocumentKinds} documents={documents} />}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3 border-t-2 border-line pt-6">
          {before && (
            <button type="submit" name="goTo" value={before.name} formNoValidate className="more text-primary underline">
              {t("back")}
            </button>
          )}
          <div className="ml-auto">
            <Submit>{t("next")}</Submit>
          </div>
        </div>
      </Form>
    </FormPage>
  );
}

function Reassurance() {
  const { t } = useTranslation("register");
  return (
    <section className="mt-6 rounded-2xl bg-beige p-6" aria-labelledby="reassure">
      <h2 id="reassure" className="title-card">
        {t("reassure.title")}
      </h2>
      <ul className="mt-3 grid list-disc gap-1.5 pl-5">
        {(["private", "team", "erased", "welcome"] as const).map((key) => (
          <li key={key}>{t(`reassure.${key}`)}</li>
        ))}
      </ul>
    </section>
  );
}

function isLeaving({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && ["leave", "goTo"].includes(submitter.name);
}
