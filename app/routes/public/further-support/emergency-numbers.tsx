import { useTranslation } from "react-i18next";
import type { SupportService } from "#contract/charity/further-support";
import { LocalizedText } from "~/ui/localized-text";
import { shownNumber, telephone } from "~/ui/telephone";

/** Telephone numbers for emergencies, at the top of the page. */
export function EmergencyNumbers({ services }: { services: SupportService[] }) {
  const { t } = useTranslation("further-support");
  if (services.length === 0) return null;
  return (
    <section className="rounded-2xl bg-sun p-[clamp(1.25rem,3.4vw,2.75rem)]" aria-labelledby="now">
      <h2 id="now" className="title-section">
        {t("emergency.title")}
      </h2>
      <p className="mt-2 max-w-2xl text-lg">{t("emergency.text")}</p>
      <ul className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
        {services.map(({ id, name, phone, description }) => (
          <li key={id} id={`urgent-${id.slice(0, 8)}`} className="wrap-anywhere target:underline">
            {phone && (
              <a
                className="block text-[length:var(--text-3xl)] leading-tight font-extrabold tracking-[-0.03em] text-ink"
                href={telephone(phone)}
              >
                {shownNumber(phone)}
              </a>
            )}
            <b className="block">{name}</b>
            <span className="text-sm leading-snug">
              <LocalizedText of={description} mark />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
