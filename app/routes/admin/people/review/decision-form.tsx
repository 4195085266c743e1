import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Withheld } from "~/subjects/people/withheld";
import { AnswersPanel } from "./answers-panel";
import { DecisionBar } from "./decision-bar";
import { DocumentsToCheck } from "./documents-to-check";
import { ResultPanel } from "./result-panel";

const schema = () => import("#contract/accounts/verification-chats").then(({ Decision }) => Decision);

type Props = { review: AccountReview; givers: string[]; answer: FormAnswer | undefined };

/** The file and the decision about it as one form: a verdict for each document, and one for the account. */
export function DecisionForm({ review, givers, answer }: Props) {
  const { t } = useTranslation("review");
  const { t: people } = useTranslation("people");
  const { documents, situation, withheld, verdicts, byAdministrators, locale } = review;
  const [form, fields] = usePageForm(schema, { id: "decision", answer, defaultValue: { documents: documents.map(({ id }) => ({ id })) } });
  return (
    <Form className="review-form" {...getFormProps(form)}>
      <div className="review-file grid min-w-0 gap-5">
        <ErrorSummary form={form} />
        {withheld && (
          <section className="panel">
            <Withheld what={`${people("withheld.person")} ${people("withheld.decision")}`} givers={givers} />
          </section>
        )}
        {situation && <ResultPanel situation={situation} />}
        {!withheld && (
          <DocumentsToCheck documents={documents} fields={fields.documents.getFieldList()} locale={locale} deciding={verdicts.length > 0} />
        )}
        {!withheld && <AnswersPanel review={review} />}
        {verdicts.length > 0 ? (
          <section className="panel">
            <TextArea field={fields.reason} label={t("reason")} hint={t("reasonHint")} optional={false} rows={3} lang={locale} />
          </section>
        ) : (
          <p className="panel">{byAdministrators ? people("byAdministrators") : t(withheld ? "notYours" : "decided")}</p>
        )}
      </div>
      {verdicts.length > 0 && <DecisionBar review={review} />}
    </Form>
  );
}
