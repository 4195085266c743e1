import { ArrowRight, Mail, Phone } from "lucide";
import { useTranslation } from "react-i18next";
import type { Role } from "#contract/accounts/roles";
import type { Dashboard } from "#contract/charity/dashboard";
import { useContactSentence } from "~/layouts/contact-sentence";
import { useRootData } from "~/layouts/root-data";
import { ButtonLink, buttonClass } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import type { DrawingName } from "~/ui/drawings";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

/** Articles to review: the one that has waited longest, and their number. */
type Waiting = { oldest: NonNullable<Dashboard["writing"]>["toReview"][number] | undefined; waiting: number };

const helpPages = { BENEFICIARY: "/further-support", DONATOR_MERCHANT: "/delivraide", DONATOR_INDIVIDUAL: "/story" } as const;
const drawings: Record<Role, DrawingName> = {
  ADMIN: "crate",
  VOLUNTEER: "bike",
  BENEFICIARY: "kit",
  DONATOR_MERCHANT: "crate",
  DONATOR_INDIVIDUAL: "coin",
};

/** The next thing to do, large: a decision that is due, or the main task of this role. */
export function NextAction({ role, ...review }: { role: Role } & Waiting) {
  const act = useNextAction(role, review);
  return (
    <section className="next-action on-colour on-dark">
      <DrawingSymbols names={[drawings[role]]} />
      <h2>{act.title}</h2>
      <p className="max-w-2xl">{act.text}</p>
      <p className="actions">
        <ButtonLink variant="white" to={act.to}>
          {act.cta}
          <Icon of={ArrowRight} />
        </ButtonLink>
        {act.more && (
          <ButtonLink variant="hollow" to={act.more.to}>
            {act.more.label}
          </ButtonLink>
        )}
        {act.reach && <ReachButtons />}
      </p>
      <Drawing name={drawings[role]} className="next-action-drawing" />
    </section>
  );
}

/** Buttons to call the charity and to write to it. */
function ReachButtons() {
  const { t } = useTranslation("dashboard");
  const { email, phone } = useRootData()?.settings.contact ?? {};
  return (
    <>
      {phone && (
        <a className={buttonClass("hollow")} href={`tel:${phone.replace(/\s/g, "")}`}>
          <Icon of={Phone} />
          {t("band.call")}
        </a>
      )}
      {email && (
        <a className={buttonClass("hollow")} href={`mailto:${email}`}>
          <Icon of={Mail} />
          {t("band.mail")}
        </a>
      )}
    </>
  );
}

type Act = { title: string; text: string; cta: string; to: string; more?: { label: string; to: string }; reach?: true };

function useNextAction(role: Role, { oldest, waiting }: Waiting): Act {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const reach = useContactSentence();
  if (oldest) {
    const { id, title, author, since } = oldest;
    return {
      title: t("band.review.title", { count: waiting }),
      text: t("band.review.text", { title, author, date: formatDate(locale, since, "day") }),
      cta: t("band.review.cta"),
      to: `/dashboard/admin/news/${id}/view`,
      more: role === "ADMIN" ? { label: t("band.review.all"), to: "/dashboard/admin/news?status=in_review" } : undefined,
    };
  }
  if (role === "ADMIN" || role === "VOLUNTEER") {
    return { title: t("band.write.title"), text: t("band.write.text"), cta: t("band.write.cta"), to: "/dashboard/admin/news/create" };
  }
  return {
    title: t(`band.${role}.title`),
    text: t(`band.${role}.text`, { reach }),
    cta: t(`band.${role}.cta`),
    to: helpPages[role],
    reach: true,
  };
}
