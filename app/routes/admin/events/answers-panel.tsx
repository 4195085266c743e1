import { useTranslation } from "react-i18next";
import type { Participant } from "#contract/charity/event-participants";
import { readIn } from "#contract/formats/localized-text";
import { Form, Submit } from "~/forms/form";
import { useTranslate } from "~/i18n/use-translate";
import { answerText } from "~/subjects/event-registrations/answer-text";
import { ButtonLink } from "~/ui/button";
import { usePage } from "~/ui/page-context";
import { Panel } from "~/ui/panel";

/** The answers of one person, each with the button that erases it. */
export function AnswersPanel({ person: { id, name, answers }, close }: { person: Participant; close: string }) {
  const { t } = useTranslation("event-questions");
  const translate = useTranslate();
  const { locale } = usePage();
  return (
    <Panel title={t("erase.title", { name })}>
      <Form className="grid gap-4">
        <input type="hidden" name="registrationId" value={id} />
        <p>{t("erase.text")}</p>
        <dl className="grid gap-3">
          {answers
            .filter(({ erased }) => !erased)
            .map((one) => (
              <div key={one.question} className="flex flex-wrap items-center justify-between gap-3">
                <div>
                  <dt className="muted text-sm">{readIn(locale, one.label).text}</dt>
                  <dd>{answerText(translate, locale, one)}</dd>
                </div>
                <dd>
                  <Submit
                    name="eraseAnswer"
                    value={one.question}
                    variant="danger"
                    aria-label={t("erase.submitLabel", { question: readIn(locale, one.label).text })}
                  >
                    {t("erase.submit")}
                  </Submit>
                </dd>
              </div>
            ))}
        </dl>
        <p className="actions">
          <ButtonLink variant="line" to={close}>
            {t("erase.close")}
          </ButtonLink>
        </p>
      </Form>
    </Panel>
  );
}
