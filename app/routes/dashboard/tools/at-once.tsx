import { Mail, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { FoundPerson } from "#contract/accounts/people";
import { ButtonLink, buttonClass } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Panel } from "~/ui/panel";
import { telephone } from "~/ui/telephone";

/** What can be done at once with the first person who was found. */
export function AtOnce({ person: { id, name, phone, email, accountState } }: { person: FoundPerson }) {
  const { t } = useTranslation("dashboard");
  return (
    <Panel title={t("search.atOnce")}>
      <p className="mb-3 font-semibold">{name}</p>
      <p className="actions">
        {phone && (
          <a className={buttonClass("line")} href={telephone(phone)}>
            <Icon of={Phone} />
            {t("search.call", { phone })}
          </a>
        )}
        <a className={buttonClass("line")} href={`mailto:${email}`}>
          <Icon of={Mail} />
          {t("band.mail")}
        </a>
        {accountState === "to_validate" ? (
          <ButtonLink variant="line" to={`/dashboard/admin/users/pending-approval/${id}`}>
            {t("search.decide")}
          </ButtonLink>
        ) : (
          <ButtonLink variant="line" to={`/dashboard/admin/users/${id}/view`}>
            {t("search.open")}
          </ButtonLink>
        )}
      </p>
    </Panel>
  );
}
