import { useTranslation } from "react-i18next";
import type * as z from "zod";
import type { CriteriaVersion } from "#contract/accounts/criteria";
import { Link } from "~/ui/link";

/** Says that someone else published a version meanwhile; the form still has one's own texts. */
export function CriteriaConflict({ theirs: { id, number } }: { theirs: z.infer<typeof CriteriaVersion> }) {
  const { t } = useTranslation("criteria");
  return (
    <section className="panel grid gap-3" role="alert">
      <h2 className="panel-title">{t("conflict.title", { number })}</h2>
      <p>{t("conflict.text", { next: number + 1 })}</p>
      <p>
        <Link to={`/dashboard/admin/criteria/${id}`} target="_blank">
          {t("conflict.theirs", { number })}
        </Link>
      </p>
    </section>
  );
}
