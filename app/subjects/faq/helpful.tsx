import { useTranslation } from "react-i18next";
import { Form } from "~/forms/form";

/** Asks under an answer whether it helped. */
export function Helpful({ question }: { question: string }) {
  const { t } = useTranslation("faq");
  return (
    <Form action="/contact/helpful" className="pb-5">
      <input type="hidden" name="question" value={question} />
      <fieldset className="flex flex-wrap items-center gap-2">
        <legend className="muted float-left pr-2 max-sm:w-full">{t("helpful.ask")}</legend>
        {(["yes", "no"] as const).map((answer) => (
          <button key={answer} type="submit" name="helpful" value={answer} className="pill">
            {t(`helpful.${answer}`)}
          </button>
        ))}
      </fieldset>
    </Form>
  );
}
