import { useTranslation } from "react-i18next";
import { accountDeadline } from "#contract/accounts/answer-days";
import type { ChatRecord } from "#contract/accounts/verification-chats";
import { Form, Submit } from "~/forms/form";
import { StateBadge } from "~/subjects/people/badges";
import { WaitingAge } from "~/ui/waiting-age";
import { ChatBadge } from "./chat-badge";

/** The person, whose turn it is and since when, the responsible member of staff, and actions that send nothing to the person. It is closed from its last messages. */
export function ChatHead({ chat, isEarlier }: { chat: ChatRecord; isEarlier: boolean }) {
  const { name, status, accountState, owner, mine, turnSince, byAdministrators } = chat;
  const { t } = useTranslation("chats");
  return (
    <div className="flex flex-wrap items-start justify-between gap-4">
      <div>
        <h1 className="office-title">{name}</h1>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <ChatBadge status={status} />
          {status === "waiting_staff" && <WaitingAge since={turnSince} promise={accountDeadline} />}
          <StateBadge state={accountState} />
          <span className="muted">{mine ? t("chat.owned") : owner ? t("chat.ownedBy", { name: owner }) : t("chat.notOwned")}</span>
        </p>
      </div>
      {!byAdministrators && (
        <Form className="actions">
          {!chat.withheld && <input type="hidden" name="seen" value={chat.lastMessageAt} />}
          <Submit name="step" value={mine ? "release" : "take"} variant="line">
            {mine ? t("chat.release") : owner ? t("chat.takeOver", { name: owner }) : t("chat.take")}
          </Submit>
          {status !== "closed" && !isEarlier && (
            <Submit name="step" value="close" variant="line">
              {t("chat.close")}
            </Submit>
          )}
        </Form>
      )}
    </div>
  );
}
