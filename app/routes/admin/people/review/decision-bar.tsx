import { Check, CircleAlert, Eye, Reply } from "lucide";
import { useTranslation } from "react-i18next";
import type { AccountReview } from "#contract/accounts/account-review";
import { Submit } from "~/forms/form";
import { Icon } from "~/ui/icon";

const variants = { accept: "primary", ask: "line", refuse: "danger" } as const;
const order = ["refuse", "ask", "accept"] as const;

/**
 * The state of the file in a sentence that follows the verdicts on the documents, and the possible decisions: the style sheet shows that a
 * document still has none, or is rejected.
 */
export function DecisionBar({ review }: { review: AccountReview }) {
  const { t } = useTranslation("review");
  const { t: people } = useTranslation("people");
  const { missing, verdicts, queue, firstName, lastName, documents } = review;
  const unseen = documents.filter(({ status, purged }) => status === "pending" && !purged).length;
  const after = queue.total - (queue.place === null ? 0 : 1);
  return (
    <div className="review-bar">
      <input type="hidden" name="next" value={queue.next ?? ""} />
      <input type="hidden" name="name" value={`${firstName} ${lastName}`} />
      <p className="review-state">
        {missing.length > 0 ? (
          <span className="review-as-it-is text-warning">
            <Icon of={CircleAlert} className="size-5" />
            {t("bar.missing", { pieces: missing.map((piece) => people(`piece.${piece}`)).join(", ") })}
          </span>
        ) : (
          <span className="review-as-it-is">
            <Icon of={Check} className="size-5" />
            {t("bar.complete")}
          </span>
        )}
        {missing.length === 0 && unseen > 0 && (
          <span className="review-unseen text-warning">
            <Icon of={Eye} className="size-5" />
            {t("bar.unseen", { count: unseen })}
          </span>
        )}
        <span className="review-again text-warning">
          <Icon of={Reply} className="size-5" />
          {t("bar.again")}
        </span>
      </p>
      <p className="actions">
        {order
          .filter((verdict) => verdicts.includes(verdict))
          .map((verdict) => (
            <Submit key={verdict} name="verdict" value={verdict} variant={variants[verdict]}>
              {verdict === "accept" && after > 0 ? t("decide.acceptNext", { count: after }) : t(`decide.${verdict}`)}
            </Submit>
          ))}
      </p>
    </div>
  );
}
