import { Mail, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import { useRootData } from "~/layouts/root-data";
import { ButtonLink, buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";

/** Buttons with the telephone number and the e-mail address of the charity; the form where neither is set. */
export function ContactButtons() {
  const { t } = useTranslation();
  const { email, phone } = useRootData()?.settings.contact ?? {};
  return (
    <p className="actions">
      {phone && (
        <a className={`${buttonClass("line")} whitespace-nowrap`} href={`tel:${phone.replace(/\s/g, "")}`}>
          <Icon of={Phone} />
          {phone}
        </a>
      )}
      {email && (
        <a className={`${buttonClass("line")} break-all`} href={`mailto:${email}`}>
          <Icon of={Mail} />
          {email}
        </a>
      )}
      {!phone && !email && (
        <ButtonLink variant="line" to="/contact">
          {t("closed.contact")}
        </ButtonLink>
      )}
    </p>
  );
}
