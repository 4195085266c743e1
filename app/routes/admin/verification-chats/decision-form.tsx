import { getFormProps } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import type { Verdict } from "#contract/accounts/verification-chats";
import type { Locale } from "#contract/formats/locale";
import { ErrorSummary } from "~/forms/error-summary";
import { TextArea } from "~/forms/fields";
import { Form, Submit } from "~/forms/form";
import type { FormAnswer } from "~/forms/submission.server";
import { usePageForm } from "~/forms/use-page-form";
import { Panel } from "~/ui/panel";

const schema = () => import("#contract/accounts/verification-chats").then(({ Decision }) => Decision);

const looks = { accept: "primary", ask: "line", refuse: "danger" } as const;

type Props = { verdicts: Verdict[]; locale: Locale; answer: FormAnswer | undefined };

/** Opens the account, sends it back with what is missing, or refuses it. When someone else was faster, it says so and has no button left. */
export function DecisionForm({ verdicts, locale, answer }: Props) {
  const { t } = useTranslation("chats");
  const [form, fields] = usePageForm(schema, { id: "decision", answer });
  return (
    <Panel title={t("decision.title")}>
      <Form className="grid gap-4" {...getFormProps(form)}>
        <ErrorSummary form={form} />
        <TextArea
          field={fields.reason}
          label={t("decision.reason")}
          hint={t("decision.reasonHint")}
          optional={false}
          rows={4}
          lang={locale}
        />
        <p className="actions">
          {verdicts.map((verdict) => (
            <Submit key={verdict} name="verdict" value={verdict} look={looks[verdict]}>
              {t(`decision.${verdict}`)}
            </Submit>
          ))}
        </p>
      </Form>
    </Panel>
  );
}
