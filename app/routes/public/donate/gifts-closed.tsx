import { usePageText } from "~/content/page-texts/use-page-text";
import { useRootData } from "~/layouts/root-data";
import { ButtonLink } from "~/ui/button";

/** In place of the form, while the charity has neither an account nor an address for gifts. */
export function GiftsClosed() {
  const t = usePageText("donate");
  const email = useRootData()?.settings.contact.email;
  return (
    <section className="my-10 grid max-w-xl justify-items-start gap-4 rounded-2xl bg-beige p-[clamp(1.5rem,3.4vw,2.75rem)]">
      <h2 className="title-section">{t("closed.title")}</h2>
      <p>{t("closed.text")}</p>
      {email && (
        <p>
          <a href={`mailto:${email}`} className="break-all">
            {email}
          </a>
        </p>
      )}
      <ButtonLink to="/contact?topic=donation">{t("closed.write")}</ButtonLink>
    </section>
  );
}
