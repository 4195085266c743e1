import { useTranslation } from "react-i18next";
import { Drawing } from "~/ui/drawing";

const steps = ["read", "answer", "free"] as const;

/** What happens with a sent testimonial. */
export function Next() {
  const { t } = useTranslation("testimonials");
  return (
    <section className="rounded-2xl bg-beige p-[clamp(1.5rem,3vw,2.25rem)]">
      <Drawing name="door" className="w-28" />
      <h2 className="title-card mt-4">{t("next.title")}</h2>
      <ol className="mt-3 grid list-decimal gap-2 pl-6">
        {steps.map((step) => (
          <li key={step}>{t(`next.${step}`)}</li>
        ))}
      </ol>
    </section>
  );
}
