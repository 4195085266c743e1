import { useTranslation } from "react-i18next";
import { newsletterPage } from "#contract/accounts/newsletter";
import { pathIn } from "~/i18n/locale-of-path";
import { Button } from "~/ui/button";
import { usePage } from "~/ui/page-context";

/** The form to sign up for the newsletter, in the footer of each public page. These pages are cached and without script: the form is the same for everybody. */
export function NewsletterForm() {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <form className="footer-letter" method="post" action={pathIn(locale, newsletterPage)}>
      <div>
        <label htmlFor="footer-email">{t("footer.letter.label")}</label>
        <small id="footer-email-hint">{t("footer.letter.hint")}</small>
      </div>
      <div>
        <input
          className="control"
          id="footer-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          placeholder={t("footer.letter.placeholder")}
          aria-describedby="footer-email-hint"
        />
        <div className="hidden" aria-hidden="true">
          <label>
            {t("forms.leaveEmpty")}
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        <Button variant="white" small>
          {t("footer.letter.submit")}
        </Button>
      </div>
    </form>
  );
}
