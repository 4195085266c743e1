import { ArrowRight } from "lucide";
import { usePageText } from "~/content/page-texts/use-page-text";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";

/** A few of those who act with us, by name, and the link to all of them. */
export function Partners({ names }: { names: string[] }) {
  const t = usePageText("home");
  if (names.length === 0) return null;
  return (
    <section className="wrap grid gap-x-12 gap-y-5 pt-section lg:grid-cols-[1.35fr_1fr]" aria-labelledby="partners">
      <h2 id="partners" className="title-section">
        {t("partners.title")}
      </h2>
      <div>
        <p className="text-lg">{names.join(", ")}</p>
        <Link className="more mt-4" to="/partners">
          {t("partners.all")}
          <Icon of={ArrowRight} />
        </Link>
      </div>
    </section>
  );
}
