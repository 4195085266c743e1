import { Mail, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { Dashboard } from "#contract/charity/dashboard";
import { useRootData } from "~/layouts/root-data";
import { type ButtonVariant, buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";

type Props = { team: Dashboard["team"]; variant: ButtonVariant; call?: ButtonVariant };

/** Buttons to call and to write to the person's team, or to the charity where the team says nothing of itself. */
export function ReachButtons({ team, variant, call = variant }: Props) {
  const { t } = useTranslation("dashboard");
  const charity = useRootData()?.settings.contact;
  const phone = team?.phone ?? charity?.phone;
  const email = team?.email ?? charity?.email;
  return (
    <>
      {phone && (
        <a className={buttonClass(call)} href={`tel:${phone.replace(/\s/g, "")}`}>
          <Icon of={Phone} />
          {t("band.call")}
        </a>
      )}
      {email && (
        <a className={buttonClass(variant)} href={`mailto:${email}`}>
          <Icon of={Mail} />
          {t("band.mail")}
        </a>
      )}
    </>
  );
}
