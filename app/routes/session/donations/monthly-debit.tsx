import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { writtenDay } from "#contract/formats/france-time";
import type { OwnDebit, OwnGiftRecord } from "#contract/giving/donor-access";
import { ErrorSummary } from "~/forms/error-summary";
import { TextField } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { usePage } from "~/ui/page-context";
import { answerTo } from "./form-answer";

const schemas = () => import("#contract/giving/donor-access");
const amountSchema = () => schemas().then(({ NewAmountForm }) => NewAmountForm);
const pauseSchema = () => schemas().then(({ PauseForm }) => PauseForm);

type Props = { gift: OwnGiftRecord & { debit: OwnDebit }; answer: FormAnswer | undefined };

/** A gift that the provider takes each month: when next, and what its donor can change. */
export function MonthlyGift({ gift, answer }: Props) {
  const { t } = useTranslation("donations");
  return (
    <section className="mt-8 grid max-w-2xl gap-6">
      <div className="grid gap-3">
        <h2 className="title-card">{t("debit.title")}</h2>
        <Next debit={gift.debit} />
        <Form>
          <input type="hidden" name="intent" value="portal" />
          <Submit variant="line">{t(gift.method === "sepa_debit" ? "debit.account" : "debit.card")}</Submit>
        </Form>
        <p className="hint">{t("debit.portalHint")}</p>
      </div>
      <AmountForm answer={answer} />
      {gift.debit.pausedUntil ? <Resume /> : <PauseGift answer={answer} />}
    </section>
  );
}

/** When the next debit is, or why there is none. */
function Next({ debit: { state, nextOn, pausedUntil, givenUp } }: { debit: OwnDebit }) {
  const { t } = useTranslation("donations");
  const { locale } = usePage();
  if (givenUp) return <p className="font-semibold">{t("debit.givenUp")}</p>;
  if (state === "failing") return <p className="font-semibold">{t("debit.failing")}</p>;
  if (pausedUntil) return <p>{t("debit.paused", { date: writtenDay(locale, pausedUntil) })}</p>;
  return nextOn ? <p>{t("debit.next", { date: writtenDay(locale, nextOn) })}</p> : null;
}

function AmountForm({ answer }: Pick<Props, "answer">) {
  const { t } = useTranslation("donations");
  const [form, fields] = usePageForm(amountSchema, { id: "amount", answer: answerTo("amount", answer) });
  return (
    <Form className="grid gap-4" {...getFormProps(form)}>
      <h2 className="title-card">{t("newAmount.title")}</h2>
      <ErrorSummary form={form} labels={{ amount: t("newAmount.amount") }} />
      <input type="hidden" name="intent" value="amount" />
      <TextField field={fields.amount} label={t("newAmount.amount")} hint={t("newAmount.hint")} autoComplete="off" />
      <div>
        <Submit variant="line">{t("newAmount.send")}</Submit>
      </div>
    </Form>
  );
}

function PauseGift({ answer }: Pick<Props, "answer">) {
  const { t } = useTranslation("donations");
  const [form, fields] = usePageForm(pauseSchema, { id: "pause", answer: answerTo("pause", answer) });
  return (
    <Form className="grid gap-4" {...getFormProps(form)}>
      <h2 className="title-card">{t("pause.title")}</h2>
      <ErrorSummary form={form} labels={{ until: t("pause.until") }} />
      <input type="hidden" name="intent" value="pause" />
      <TextField field={fields.until} type="date" label={t("pause.until")} hint={t("pause.hint")} />
      <div>
        <Submit variant="line">{t("pause.send")}</Submit>
      </div>
    </Form>
  );
}

function Resume() {
  const { t } = useTranslation("donations");
  return (
    <Form>
      <input type="hidden" name="intent" value="resume" />
      <Submit variant="line">{t("pause.resume")}</Submit>
    </Form>
  );
}
