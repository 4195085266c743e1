import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import { usePageText } from "~/content/page-texts/use-page-text";
import { Drawing } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { Mark } from "~/ui/logo";

const panel = "group relative grid content-start gap-2 rounded-2xl p-[clamp(1.5rem,3.4vw,2.75rem)] text-ink no-underline";
const small = `${panel} lg:grid-cols-[1fr_auto] lg:gap-x-8`;
const besideText = "mb-3 w-32 sm:w-40 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:m-0 lg:w-36 lg:self-center";

const actions = [
  {
    key: "delivraide",
    to: "/delivraide",
    drawing: "kit",
    className: `${panel} bg-beige lg:row-span-2 lg:content-end`,
    art: "mb-3 w-32 sm:w-40 lg:m-auto lg:mb-8 lg:w-76",
  },
  { key: "dressed", to: "/dressed", drawing: "coat", className: `${small} bg-primary-pale`, art: besideText },
  { key: "euro", to: "/euro-solidaire", drawing: "coin", className: `${small} bg-sun`, art: besideText },
] as const;

/** The three actions, unequal panels joined by links. */
export function Actions() {
  const t = usePageText("home");
  const { t: common } = useTranslation();
  return (
    <section className="wrap" aria-labelledby="actions">
      <h2 id="actions" className="sr-only">
        {t("actions.title")}
      </h2>
      <div className="grid gap-3 lg:grid-cols-[1.15fr_1fr]">
        {actions.map(({ key, to, drawing, className, art }) => (
          <Link key={key} className={className} to={to}>
            <Drawing name={drawing} className={art} later />
            <h3 className="title-section group-hover:underline">{common(`header.${key}`)}</h3>
            <p>{t(`actions.${key}.text`)}</p>
            <span className="more">
              {t(`actions.${key}.cta`)}
              <Icon of={ArrowRight} />
            </span>
            {key !== "euro" && <Joint side={key === "delivraide" ? "right" : "below"} />}
          </Link>
        ))}
      </div>
    </section>
  );
}

function Joint({ side }: { side: "right" | "below" }) {
  return (
    <span className="joint" data-side={side}>
      <Mark className="size-full" />
    </span>
  );
}
