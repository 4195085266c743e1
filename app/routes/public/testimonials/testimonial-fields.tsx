import { useTranslation } from "react-i18next";
import { typeset } from "#contract/formats/french-spaces";
import type { Locale } from "#contract/formats/locale";
import { Form, Submit } from "~/forms/form";

type Props = { testimonial: { initials: string; speaker: string; quote: string; locale: Locale } };

/** The testimonial, and the button to withdraw the agreement. */
export function TestimonialText({ testimonial: { initials, speaker, quote, locale } }: Props) {
  const { t } = useTranslation("testimonials");
  return (
    <>
      <figure className="w-full rounded-2xl bg-beige p-[clamp(1.25rem,3vw,2.25rem)] wrap-anywhere">
        <blockquote className="quoted text-lg whitespace-pre-line" lang={locale}>
          {typeset(quote, locale)}
        </blockquote>
        <figcaption className="mt-3">
          <b>{initials}</b> <span lang={locale}>{typeset(speaker, locale)}</span>
        </figcaption>
      </figure>
      <h2 className="title-card mt-4">{t("own.withdraw.title")}</h2>
      <p>{t("own.withdraw.text")}</p>
      <Form>
        <Submit>{t("own.withdraw.submit")}</Submit>
      </Form>
    </>
  );
}
