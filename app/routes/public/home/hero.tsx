import { usePageText } from "~/content/page-texts/use-page-text";
import { ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawing";

const evening = [
  { step: "shop", drawing: "crate", ring: "[--ring:var(--color-sun)]" },
  { step: "bike", drawing: "bike", ring: "[--ring:#fff]" },
  { step: "door", drawing: "door", ring: "[--ring:var(--color-primary-pale)]" },
] as const;

/** What the charity does, in one line and in one evening's chain. The first button is for who needs help. */
export function Hero() {
  const t = usePageText("home");
  return (
    <section className="on-colour on-dark overflow-hidden bg-primary pt-[calc(var(--header)+clamp(1.75rem,4vw,3.5rem))] pb-[clamp(3rem,5vw,4.5rem)] text-white">
      <div className="wrap">
        <div className="grid gap-x-16 gap-y-6 lg:grid-cols-[1.5fr_1fr] lg:items-end">
          <h1 className="title-hero lg:max-w-[5em]">{t("h1")}</h1>
          <div>
            <p className="max-w-lg text-lg">{t("lead")}</p>
            <p className="actions mt-6">
              <ButtonLink variant="white" to="/register/beneficiary">
                {t("needKit")}
              </ButtonLink>
              <ButtonLink variant="hollow" to="/donate">
                {t("give")}
              </ButtonLink>
            </p>
          </div>
        </div>
        <ol className="chain evening-chain">
          {evening.map(({ step, drawing, ring }) => (
            <li key={step}>
              <div className={`ring-link ${ring}`}>
                <Drawing name={drawing} later />
              </div>
              <p>
                <b>{t(`chain.${step}.time`)}</b> {t(`chain.${step}.text`)}
              </p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
