import { getFormProps } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ClaimForm, claimKinds, ownClaimsApi, proofTypes } from "#contract/charity/expense-claims";
import { publicSectorsApi } from "#contract/charity/sectors";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, ChoiceGroup, FileField, SelectField, TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ratedVehicles } from "~/subjects/expenses/claim-text";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/expenses/create";
const list = "/dashboard/expenses";

export const handle = { i18n: ["expenses"], crumb: { label: "expenses:title", to: list }, files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, session, t } = args.context;
  const [{ items }, { rates, firstDay, issuesReceipts }, user] = await Promise.all([
    api.call(publicSectorsApi.list),
    api.call(ownClaimsApi.mine),
    session.user(),
  ]);
  const sectors = items.map(({ id, name }) => ({ id, name }));
  return {
    sectors,
    rates,
    firstDay,
    issuesReceipts,
    proofTypes: proofTypes.join(","),
    kinds: rates.length > 0 ? claimKinds : claimKinds.filter((kind) => kind !== "journey"),
    own: sectors.find(({ name }) => name === user?.extraData.team)?.id,
    rules: rulesOf({ expenses: ClaimForm }),
    submission: crypto.randomUUID(),
    title: t(`titles:${path}`),
  };
}

export async function action(args: ActionFunctionArgs) {
  await gate(args, path);
  const { api, locale, t } = args.context;
  return submit(args, ClaimForm, async (body) => {
    const { amountCents } = await api.call(ownClaimsApi.send, { body });
    return { to: list, toast: { title: t("expenses:sent", { amount: formatEuros(locale, amountCents) }) } };
  });
}

const schema = () => import("#contract/charity/expense-claims").then((expenses) => expenses.ClaimForm);

/** What a volunteer spent, with the waiver of its reimbursement. */
export default function SendExpenses() {
  const { title, issuesReceipts } = useLoaderData<typeof loader>();
  const { t } = useTranslation("expenses");
  if (issuesReceipts) return <ClaimFields />;
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{title}</h1>
      <p>{t("noRegime")}</p>
    </section>
  );
}

function ClaimFields() {
  const { sectors, rates, firstDay, kinds, own, proofTypes: accepted, submission, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("expenses");
  const translate = useTranslate();
  const { locale } = usePage();
  const defaultValue = { sectorId: own, kind: kinds[0] };
  const [form, fields] = usePageForm(schema, { id: "expenses", answer: useActionData<typeof action>(), defaultValue });
  const rated = ratedVehicles(rates, firstDay, translate, locale);
  return (
    <section className="panel grid max-w-2xl gap-4">
      <h1 className="office-title">{title}</h1>
      <Form className="grid gap-4" encType="multipart/form-data" submission={submission} {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextField field={fields.spentOn} label={t("field.spentOn")} type="date" min={firstDay} />
        <TextField field={fields.reason} label={t("field.reason")} hint={t("field.reasonHint")} />
        <SelectField
          field={fields.sectorId}
          label={t("field.sectorId")}
          empty=""
          choices={sectors.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <ChoiceGroup
          field={fields.kind}
          label={t("field.kind")}
          cards
          choices={kinds.map((value) => ({ value, label: t(`kind.${value}`), hint: t(`kindHint.${value}`) }))}
        />
        {rated.length === 0 && <p className="hint">{t("noRates")}</p>}
        {rated.length > 0 && (
          <>
            <SelectField field={fields.vehicle} label={t("field.vehicle")} empty="" choices={rated} optional={false} />
            <TextField
              field={fields.kilometres}
              label={t("field.kilometres")}
              hint={t("field.kilometresHint")}
              autoComplete="off"
              optional={false}
            />
          </>
        )}
        <TextField field={fields.amount} label={t("field.amount")} hint={t("field.amountHint")} autoComplete="off" optional={false} />
        <FileField field={fields.proof} label={t("field.proof")} hint={t("field.proofHint")} accept={accepted} optional={false} />
        <Checkbox field={fields.waiver} label={t("waiver")} hint={t("waiverHint")} />
        <p className="actions">
          <Submit>{t("send")}</Submit>
          <ButtonLink variant="line" to={list}>
            {t("cancel")}
          </ButtonLink>
        </p>
      </Form>
    </section>
  );
}

export const ErrorBoundary = OfficeError;
