import { usePageText } from "~/content/page-texts/use-page-text";
import { ButtonLink } from "~/ui/button";
import { Drawing } from "~/ui/drawing";

/** For those who would rather give things than money. */
export function GiftsInKind() {
  const t = usePageText("donate");
  return (
    <section className="mb-section grid items-center gap-8 rounded-2xl bg-sun p-[clamp(1.5rem,3.4vw,2.75rem)] lg:grid-cols-[1fr_auto]">
      <div className="grid justify-items-start gap-4">
        <h2 className="title-section">{t("kind.title")}</h2>
        <p className="max-w-xl">{t("kind.text")}</p>
        <p className="actions">
          <ButtonLink variant="line" to="/delivraide#shop">
            {t("kind.food")}
          </ButtonLink>
          <ButtonLink variant="line" to="/dressed#give">
            {t("kind.clothes")}
          </ButtonLink>
        </p>
      </div>
      <Drawing name="crate" className="w-48 lg:w-72" />
    </section>
  );
}
