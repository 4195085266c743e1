import { useTranslation } from "react-i18next";
import { useRootData } from "~/layouts/root-data";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import { Link } from "~/ui/link";
import { telephone } from "~/ui/telephone";

/** The press contact, and the rules for filming. */
export function PressContact({ email }: { email: string | null }) {
  const { t } = useTranslation("press");
  const phone = useRootData()?.settings.contact.phone;
  return (
    <section className="bg-beige py-section" aria-labelledby="contact">
      <DrawingSymbols names={["phone"]} />
      <div className="wrap grid gap-x-16 gap-y-8 lg:grid-cols-[1fr_auto] lg:items-center">
        <div className="grid gap-4">
          <h2 id="contact" className="title-section">
            {t("contact.title")}
          </h2>
          {(email || phone) && (
            <p className="grid justify-items-start gap-1 text-[length:var(--text-xl)] font-bold">
              {email && (
                <a href={`mailto:${email}`} className="break-all">
                  {email}
                </a>
              )}
              {phone && <a href={telephone(phone)}>{phone}</a>}
            </p>
          )}
          {email || phone ? (
            <p>{t("contact.text")}</p>
          ) : (
            <p>
              <Link to="/contact?topic=press">{t("contact.write")}</Link>
            </p>
          )}
          <p className="max-w-2xl text-neutral-dark">{t("note")}</p>
        </div>
        <Drawing name="phone" className="w-32 sm:w-44 print:hidden" />
      </div>
    </section>
  );
}
