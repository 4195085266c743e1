import { useTranslation } from "react-i18next";
import type { ChatRecord } from "#contract/accounts/verification-chats";
import { Facts } from "~/ui/facts";
import { LocalDate } from "~/ui/local-date";
import { Panel } from "~/ui/panel";

/** The person, with a link to their page. */
export function PersonPanel({ chat }: { chat: ChatRecord }) {
  const { t } = useTranslation("chats");
  const { t: people } = useTranslation("people");
  const { userId, email, role, team, locale, registeredAt } = chat;
  const facts = [
    {
      label: t("person.email"),
      value: (
        <a href={`mailto:${email}`} className="break-all">
          {email}
        </a>
      ),
    },
    { label: t("person.role"), value: people(`role.${role}`) },
    { label: t("person.team"), value: team ?? "–" },
    { label: t("person.language"), value: people(`language.${locale}`) },
    { label: t("person.registeredAt"), value: <LocalDate value={registeredAt} style="full" /> },
  ];
  return (
    <Panel title={t("person.title")} link={{ to: `/dashboard/admin/users/${userId}/view`, label: t("person.page") }}>
      <Facts facts={facts} className="grid gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-1" />
    </Panel>
  );
}
