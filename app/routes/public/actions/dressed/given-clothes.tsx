import { Check, X } from "lucide";
import { usePageText } from "~/content/page-texts/use-page-text";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";

const taken = [1, 2, 3, 4, 5] as const;
const notTaken = [1, 2, 3] as const;

/** What we take, what we do not, and what becomes of it. */
export function GivenClothes() {
  const t = usePageText("dressed");
  return (
    <section id="give" className="on-colour bg-primary py-section text-white">
      <div className="wrap grid gap-x-20 gap-y-12 lg:grid-cols-2">
        <div>
          <h2 className="title-page">{t("take.title")}</h2>
          <ul className="mt-6 grid gap-3">
            {taken.map((line) => (
              <li key={line} className="flex gap-2.5 font-semibold">
                <Icon of={Check} />
                <span>{t(`take.${line}`)}</span>
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h2 className="title-section">{t("notake.title")}</h2>
          <ul className="mt-6 grid gap-3">
            {notTaken.map((line) => (
              <li key={line} className="flex gap-2.5">
                <Icon of={X} />
                <span>{t(`notake.${line}`)}</span>
              </li>
            ))}
          </ul>
          <p className="mt-5">{t("notake.note")}</p>
        </div>
        <div className="lg:col-span-2">
          <h3 className="title-card">{t("results.title")}</h3>
          <p className="mt-2 max-w-2xl">{t("results.text")}</p>
          <ButtonLink to="/contact?topic=goods" variant="white" className="mt-6">
            {t("give.cta")}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
