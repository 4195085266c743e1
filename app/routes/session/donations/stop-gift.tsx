import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { isByProvider } from "#contract/giving/card-settings";
import type { OwnGiftRecord } from "#contract/giving/donor-access";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { answerTo } from "./form-answer";

const schema = () => import("#contract/giving/donor-access").then(({ StopForm }) => StopForm);

type Props = { gift: OwnGiftRecord; amount: string; answer: FormAnswer | undefined };

/** Stops a gift, with an optional reason. */
export function StopGift({ gift: { rhythm, debit }, amount, answer }: Props) {
  const { t } = useTranslation("donations");
  const [form, fields] = usePageForm(schema, { id: "stop", answer: answerTo("stop", answer) });
  return (
    <section className="grid gap-4">
      <h2 className="title-card">{t(`stop.${rhythm}.title`)}</h2>
      <p>{t(debit ? "stop.debit" : `stop.${rhythm}.text`, { amount })}</p>
      <Form className="grid gap-5" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <input type="hidden" name="intent" value="stop" />
        <TextArea field={fields.reason} label={t("stop.reason")} rows={3} />
        <div>
          <Submit variant="line">{t(`stop.${rhythm}.title`)}</Submit>
        </div>
      </Form>
    </section>
  );
}

/** What remains to do after a gift was stopped, and the donor's reason. */
export function Stopped({ gift: { rhythm, method, stoppedAt, stopReason } }: { gift: OwnGiftRecord }) {
  const { t } = useTranslation("donations");
  const facts = [
    ...(stoppedAt ? [{ label: t("over.at"), value: <LocalDate value={stoppedAt} style="full" /> }] : []),
    ...(stopReason ? [{ label: t("over.reason"), value: stopReason }] : []),
  ];
  return (
    <section className="mt-8 grid max-w-2xl gap-4 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.25rem)]">
      <p className="text-lg font-semibold">{t(isByProvider(method) && rhythm === "monthly" ? "over.debit" : `over.${rhythm}`)}</p>
      {facts.length > 0 && <Facts facts={facts} />}
    </section>
  );
}
