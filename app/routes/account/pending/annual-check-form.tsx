import { useTranslation } from "react-i18next";
import type { FileDocument } from "#contract/accounts/criteria";
import { ErrorSummary } from "~/forms/error-summary";
import { Checkbox, TextArea } from "~/forms/fields";
import { Submit } from "~/forms/form";
import { usePageForm } from "~/forms/use-page-form";
import { ChatInForm, type Conversation } from "./chat-panel";
import { DocumentsPanel } from "./documents-panel";
import { usePartAnswer } from "./pending-parts";
import { WholeForm } from "./whole-form";

const schema = () => import("#contract/accounts/criteria").then(({ AnnualCheck }) => AnnualCheck);

type Props = { documents: FileDocument[] | undefined; conversation: Conversation; submission: string };

/** The yearly check: nothing changed, or what changed, with documents and a message. */
export function AnnualCheckForm({ documents, conversation, submission }: Props) {
  const { t } = useTranslation("pending");
  const [form, fields] = usePageForm(schema, { id: "annual", answer: usePartAnswer() });
  return (
    <WholeForm form={form} submission={submission}>
      {documents && <DocumentsPanel documents={documents} />}
      <section className="grid gap-5 rounded-2xl border-2 border-line p-7">
        <ErrorSummary form={form} />
        <TextArea field={fields.changes} label={t("annual.changes")} hint={t("annual.changesHint")} rows={3} />
        <Checkbox field={fields.confirmed} label={t("annual.confirm")} />
        <div>
          <Submit>{t("annual.submit")}</Submit>
        </div>
      </section>
      <ChatInForm {...conversation} takesFile={!documents} />
    </WholeForm>
  );
}
