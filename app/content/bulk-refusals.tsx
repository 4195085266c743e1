import { useTranslation } from "react-i18next";
import type { ContentAction, ContentBulkResult } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import { FirstFew } from "~/lists/first-few";
import { Link } from "~/ui/link";

type Props = { name: ContentName; action: ContentAction; result: ContentBulkResult; done: boolean };

/** The selected records that an action does not change, each with the reason and a link. */
export function BulkRefusals({ name, action, result: { refused, refusals }, done }: Props) {
  const { t } = useTranslation("content");
  if (refused === 0) return null;
  const reasonOf = ({ reason, dependents }: ContentBulkResult["refusals"][number]) => {
    if (reason === "wrong_state") return t(action === "remove" ? "bulk.reason.online" : "bulk.reason.archived");
    return reason === "in_use" ? t("bulk.reason.in_use", { count: dependents }) : t(`bulk.reason.${reason}`);
  };
  const more = refused - refusals.length;
  return (
    <div>
      <p>{t(done ? "bulk.left" : "bulk.refused", { count: refused })}</p>
      <FirstFew className="mt-2 grid list-disc gap-1.5 pl-5">
        {refusals.map((refusal) => (
          <li key={refusal.id}>
            <Link to={`/dashboard/admin/${name}/${refusal.id}/edit`} className="font-semibold wrap-anywhere">
              {refusal.name}
            </Link>{" "}
            – {reasonOf(refusal)}
          </li>
        ))}
      </FirstFew>
      {more > 0 && <p className="muted">{t("bulk.more", { count: more })}</p>}
    </div>
  );
}
