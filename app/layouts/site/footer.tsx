import { useTranslation } from "react-i18next";
import { useRootData } from "~/layouts/root-data";
import { cachedFragment } from "~/ui/cached-fragment";
import { Link } from "~/ui/link";
import { Brand } from "~/ui/logo";
import { footerLinks } from "./navigation";
import { NewsletterForm } from "./newsletter-form";

/** The same on every page of an installation, so its settings are not part of the fragment's cache key. */
export const SiteFooter = cachedFragment("footer", () => {
  const { t } = useTranslation();
  const settings = useRootData()?.settings;
  const { form, registrationNumber } = settings?.legal ?? {};
  const registered = [form && t("footer.registered", { form }), registrationNumber].filter(Boolean);
  return (
    settings && (
      <footer className="site-footer on-colour">
        <div className="wrap">
          <Brand to="/" label={t("header.logo", { product: settings.productName })} logoId={settings.logoId} />
          <nav aria-label={t("footer.label")}>
            {footerLinks.map((links) => (
              <ul key={links[0]?.target}>
                {links.map(({ label, target }) => (
                  <li key={target}>
                    <Link to={target}>{t(label)}</Link>
                  </li>
                ))}
              </ul>
            ))}
          </nav>
          <NewsletterForm />
          <p>
            {registered.length > 0 && <span>{registered.join(", ")}.</span>}
            <Link to="/cgu">{t("footer.legal")}</Link>
            <Link to="/gdpr">{t("footer.privacy")}</Link>
            <Link to="/accessibility">{t(`footer.accessibility.${settings.accessibility}`)}</Link>
          </p>
        </div>
      </footer>
    )
  );
});
