import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import type { FormAnswer } from "~/forms/submission.server";
import { Link } from "~/ui/link";
import { ReplyForm } from "../../verification-chats/reply-form";
import { Thread } from "../../verification-chats/thread";

type Props = {
  review: AccountReview;
  name: string;
  draft: { name: string | null; body: string };
  answer: FormAnswer | undefined;
  submission: string;
};

/** The chat with the person, which can be started here. */
export function ReviewChat({ review, name, draft, answer, submission }: Props) {
  const { t } = useTranslation("review");
  const { chat, id, locale, byAdministrators } = review;
  const messages = chat?.messages ?? [];
  return (
    <>
      <Thread messages={messages} locale={locale} />
      {!byAdministrators && (
        <ReplyForm
          key={`${messages.at(-1)?.id} ${draft.name}`}
          page={`/dashboard/admin/users/pending-approval/${id}`}
          person={{ name, locale }}
          draft={draft}
          answer={answer}
          submission={submission}
          rows={4}
        />
      )}
      {chat && (
        <p>
          <Link to={`/dashboard/admin/verification-chats/${chat.id}`} className="font-semibold">
            {t("wholeChat")}
          </Link>
        </p>
      )}
    </>
  );
}
