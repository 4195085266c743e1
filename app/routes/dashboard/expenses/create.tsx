import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import * as z from "zod";
import { ClaimForm, claimKinds, type ExpenseDraft, ExpenseDraftForm, ownClaimsApi, proofTypes } from "#contract/charity/expense-claims";
import { publicSectorsApi } from "#contract/charity/sectors";
import { formatEuros } from "#contract/giving/money";
import { gate } from "~/access/gate.server";
import { ApiError } from "~/api/api-error";
import { orNotFound } from "~/errors/not-found.server";
import { Checkbox, ChoiceGroup, FileField, SelectField, TextField } from "~/forms/fields";
import { Submit } from "~/forms/form";
import { FormPanel } from "~/forms/form-panel";
import { rulesOf } from "~/forms/rules.server";
import { submit } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { useTranslate } from "~/i18n/use-translate";
import type { PageHandle } from "~/layouts/handle";
import { OfficeError } from "~/layouts/office/office-error";
import { pageMeta } from "~/layouts/page-meta";
import { ratedVehicles } from "~/subjects/expenses/claim-text";
import { usePage } from "~/ui/page-context";

const path = "/dashboard/expenses/create";
const list = "/dashboard/expenses";

export const handle = { i18n: ["expenses"], crumb: { label: "expenses:title", to: list }, files: true } as const satisfies PageHandle;

export const meta = pageMeta;

export async function loader(args: LoaderFunctionArgs) {
  await gate(args, path);
  const { api, session, t } = args.context;
  const id = draftIn(args.request);
  const [{ items }, { rates, firstDay, issuesReceipts }, user, draft] = await Promise.all([
    api.call(publicSectorsApi.list),
    api.call(ownClaimsApi.mine),
    session.user(),
    id ? api.call(ownClaimsApi.getDraft, { params: { id } }).catch(noneIfGone) : null,
  ]);
  const sectors = items.map(({ id, name }) => ({ id, name }));
  return {
    sectors,
    rates,
    firstDay,
    issuesReceipts,
    draft,
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
  const sent = await args.request.clone().formData();
  const id = z.uuid().safeParse(sent.get("draftId")).data;
  if (sent.get("intent") === "draft")
    return submit(args, ExpenseDraftForm, async (body) => {
      await (id ? api.call(ownClaimsApi.saveDraft, { params: { id }, body }).catch(asGone) : api.call(ownClaimsApi.addDraft, { body }));
      return { to: list, toast: { title: t("expenses:draft.saved") } };
    });
  return submit(args, ClaimForm, async (body) => {
    const { amountCents } = await api.call(ownClaimsApi.send, { body: { ...body, draftId: id } }).catch(id ? asGone : orNotFound);
    return { to: list, toast: { title: t("expenses:sent", { amount: formatEuros(locale, amountCents) }) } };
  });
}

/** The draft that the form goes on with. */
const draftIn = (request: Request) => new URL(request.url).searchParams.get("draft") ?? undefined;

/** The message of a form whose draft was sent or deleted meanwhile. */
const gone = "expenses:draft.gone";

const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

function noneIfGone(error: unknown) {
  if (!isGone(error)) throw error;
  return null;
}

/** What was typed stays in the form, which can be sent without the draft. */
function asGone(error: unknown): never {
  throw isGone(error) ? new ApiError(409, { title: gone }, error) : error;
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
  const { sectors, rates, firstDay, kinds, own, draft: stored, proofTypes: accepted, submission, title } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const draft = answer?.result.error?.[""]?.includes(gone) ? null : stored;
  const { t } = useTranslation("expenses");
  const translate = useTranslate();
  const { locale } = usePage();
  const defaultValue = draft ? valuesOf(draft) : { sectorId: own, kind: kinds[0] };
  const [form, fields] = usePageForm(schema, { id: "expenses", answer, defaultValue });
  const rated = ratedVehicles(rates, firstDay, translate, locale);
  // A declined claim was sent in time: its year may still be corrected.
  const first = draft?.correctedDay && draft.correctedDay < firstDay ? `${draft.correctedDay.slice(0, 4)}-01-01` : firstDay;
  const isRaised = rates.some(({ raisePercent }) => raisePercent !== null);
  return (
    <FormPanel
      title={title}
      form={form}
      files
      submission={submission}
      send={t("send")}
      cancel={t("cancel")}
      list={list}
      actions={
        <Submit variant="line" name="intent" value="draft" formNoValidate>
          {t("draft.save")}
        </Submit>
      }
    >
      {draft && <input type="hidden" name="version" value={String(draft.version)} />}
      {draft && <input type="hidden" name="draftId" value={draft.id} />}
      <TextField field={fields.spentOn} label={t("field.spentOn")} type="date" min={first} />
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
          {isRaised && <Checkbox field={fields.electric} label={t("field.electric")} hint={t("field.electricHint")} />}
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
      <FileField
        field={fields.proof}
        label={t("field.proof")}
        hint={t(draft?.hasProof ? "field.proofThere" : "field.proofHint")}
        accept={accepted}
        optional={false}
      />
      <Checkbox field={fields.waiver} label={t("waiver")} hint={t("waiverHint")} />
    </FormPanel>
  );
}

/** A draft as the form has it. */
const valuesOf = ({ spentOn, reason, sectorId, kind, vehicle, electric, kilometres, amountCents }: ExpenseDraft) => ({
  spentOn: spentOn ?? undefined,
  reason,
  sectorId: sectorId ?? undefined,
  kind: kind ?? undefined,
  vehicle: vehicle ?? undefined,
  electric: electric ? ("on" as const) : undefined,
  kilometres: kilometres === null ? undefined : String(kilometres),
  amount: amountCents === null ? undefined : (amountCents / 100).toFixed(2),
});

export const ErrorBoundary = OfficeError;
