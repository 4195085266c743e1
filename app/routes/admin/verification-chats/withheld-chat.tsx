import { useTranslation } from "react-i18next";
import type { ChatRecord } from "#contract/accounts/verification-chats";
import { Withheld } from "~/subjects/people/withheld";
import { Panel } from "~/ui/panel";

type Props = { withheld: NonNullable<ChatRecord["withheld"]>; givers: string[] };

/** A student's chat for readers without the right: counts only, and the remaining actions. */
export function WithheldChat({ withheld: { messages, documents, answers }, givers }: Props) {
  const { t } = useTranslation("chats");
  const what = [
    t("withheld.messages", { count: messages }),
    t("withheld.documents", { count: documents }),
    t(answers ? "withheld.answers" : "withheld.noAnswers"),
  ].join(" ");
  return (
    <Panel title={t("withheld.title")}>
      <Withheld what={what} givers={givers} />
      <p className="muted mt-3">{t("withheld.still")}</p>
    </Panel>
  );
}
