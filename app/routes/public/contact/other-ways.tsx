import { ArrowRight } from "lucide";
import { writtenTime } from "#contract/formats/weekday-names";
import { usePageText } from "~/content/page-texts/use-page-text";
import { useRootData } from "~/layouts/root-data";
import { Drawing } from "~/ui/drawing";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { usePage } from "~/ui/page-context";
import { shownNumber, telephone } from "~/ui/telephone";

const emergencies = ["112", "15", "3114"] as const;

/** Who to call when it cannot wait, and when we answer. */
export function OtherWays() {
  const t = usePageText("contact");
  const { phone, hours } = useRootData()?.settings.contact ?? {};
  const { locale } = usePage();
  return (
    <>
      <section className="rounded-2xl bg-sun p-[clamp(1.5rem,3vw,2.25rem)]">
        <h2 className="title-card">{t("urgent.title")}</h2>
        <p className="mt-2">{t("urgent.text")}</p>
        <ul className="mt-4 grid gap-2">
          {emergencies.map((number) => (
            <li key={number}>
              <a className="grid min-h-11 grid-cols-[5.5rem_1fr] items-baseline gap-3 pt-2 leading-tight text-ink" href={telephone(number)}>
                <b className="text-2xl whitespace-nowrap tracking-[-0.03em] tabular-nums">{shownNumber(number)}</b>
                {t(`urgent.${number}`)}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <section className="rounded-2xl bg-beige p-[clamp(1.5rem,3vw,2.25rem)]">
        <Drawing name="phone" className="w-28" />
        <h2 className="title-card mt-4">{phone ? t("office.title") : t("office.nearby")}</h2>
        {phone ? (
          <p className="mt-2">
            <a className="whitespace-nowrap" href={telephone(phone)}>
              {phone}
            </a>
            {hours && (
              <>
                <br />
                {t("office.hours", { from: writtenTime(locale, hours.from), to: writtenTime(locale, hours.to) })}
              </>
            )}
          </p>
        ) : (
          <p className="mt-3">
            <Link className="more" to="/team">
              {t("office.sectors")}
              <Icon of={ArrowRight} />
            </Link>
          </p>
        )}
      </section>
      <section className="rounded-2xl bg-primary-soft p-[clamp(1.5rem,3vw,2.25rem)]">
        <h2 className="title-card">{t("testimonial.title")}</h2>
        <p className="mt-2">{t("testimonial.text")}</p>
        <p className="mt-3">
          <Link className="more" to="/testimonials/send">
            {t("testimonial.send")}
            <Icon of={ArrowRight} />
          </Link>
        </p>
      </section>
    </>
  );
}
