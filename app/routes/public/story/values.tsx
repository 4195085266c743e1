import { usePageText } from "~/content/page-texts/use-page-text";

const values = [1, 2, 3, 4] as const;

/** Who began, and what has not changed since. */
export function Values() {
  const t = usePageText("story");
  const founders = t("founders.text");
  return (
    <section className={`grid gap-x-16 gap-y-10 py-section ${founders ? "lg:grid-cols-[1fr_1.6fr]" : ""}`}>
      {founders && (
        <div>
          <h2 className="title-section">{t("founders.title")}</h2>
          <p className="mt-4 text-lg text-neutral-on-black">{founders}</p>
        </div>
      )}
      <div>
        <h2 className="title-section">{t("values.title")}</h2>
        <dl className="mt-6 grid gap-x-10 gap-y-8 sm:grid-cols-2">
          {values.map((value) => (
            <div key={value}>
              <dt className="title-card font-extrabold">{t(`values.${value}.title`)}</dt>
              <dd className="mt-2 text-neutral-on-black">{t(`values.${value}.text`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
