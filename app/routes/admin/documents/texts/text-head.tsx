import { useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { TextRecord } from "#contract/law/legal-editing";
import { type Question, QuestionLink, QuestionPanel } from "~/forms/confirm-question";
import { Form, Submit } from "~/forms/form";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { TextBadge } from "./text-badge";

/** A version of a text: its title, its state, and its possible transitions. */
export function TextHead({ text, title }: { text: TextRecord; title: string }) {
  const { t } = useTranslation("signing");
  const base = "/dashboard/admin/documents/texts";
  const { id, number, status, versions } = text;
  const stops = text.blocking && !text.minorChange && text.mustSign > 0;
  const question = usePublishQuestion(text, `${base}/${id}`);
  const removal: Question = {
    ...{ title: t("removal.title"), text: t("removal.text"), confirm: t("removal.confirm"), keep: t("publish.keep") },
    ...{ action: `${base}/${id}`, name: "intent", value: "remove" },
  };
  const ask = useSearchParams()[0].get("ask");
  const confirming = ask === "publish" && stops && status === "draft";
  const removing = ask === "remove" && status === "draft";
  return (
    <>
      <div className="grid gap-2">
        <h1 className="office-title">{title}</h1>
        <p className="flex flex-wrap items-center gap-3">
          <TextBadge status={status} />
          <span>{t("version", { number })}</span>
          {versions
            .filter((one) => one.id !== id)
            .slice(0, 5)
            .map((one) => (
              <Link key={one.id} to={`${base}/${one.id}`}>
                {t("version", { number: one.number })} ({t(`states.${one.status}`)})
              </Link>
            ))}
        </p>
      </div>
      {removing && <QuestionPanel question={removal} back={`${base}/${id}`} />}
      {confirming && <QuestionPanel question={question} back={`${base}/${id}`} />}
      {status === "draft" ? (
        <section className="panel grid max-w-3xl gap-4">
          <p>{t(text.minorChange ? "publish.minor" : text.blocking ? "publish.blocking" : "publish.plain", { count: text.mustSign })}</p>
          <div className="actions">
            {stops ? (
              <QuestionLink dialog="publish" to={`${base}/${id}?ask=publish`} variant="primary" question={question}>
                {t("publish.submit")}
              </QuestionLink>
            ) : (
              <Form>
                <Submit name="intent" value="publish">
                  {t("publish.submit")}
                </Submit>
              </Form>
            )}
            <QuestionLink dialog="remove" to={`${base}/${id}?ask=remove`} question={removal}>
              {t("remove")}
            </QuestionLink>
          </div>
        </section>
      ) : (
        <div className="actions">
          {text.signed + text.mustSign > 0 && (
            <ButtonLink variant="line" to={`${base}/${id}/signers`}>
              {t("signed", { signed: text.signed, mustSign: text.mustSign })}
            </ButtonLink>
          )}
          {status === "published" && (
            <Form>
              <Submit name="intent" value="nextVersion">
                {t("nextVersion")}
              </Submit>
            </Form>
          )}
        </div>
      )}
    </>
  );
}

/** The confirmation before a text blocks people: it shows their number, which the form repeats. */
function usePublishQuestion({ mustSign: count, englishHash }: TextRecord, action: string): Question {
  const { t } = useTranslation("signing");
  return {
    title: t("publish.askTitle", { count }),
    text: [t("publish.askText", { count }), englishHash ? "" : t("publish.noEnglish")].filter(Boolean).join(" "),
    confirm: t("publish.confirm", { count }),
    keep: t("publish.keep"),
    action,
    name: "intent",
    value: `publish ${count}`,
  };
}
