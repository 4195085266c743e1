import { ArrowRight } from "lucide";
import { useTranslation } from "react-i18next";
import type { Role } from "#contract/accounts/roles";
import type { Dashboard } from "#contract/charity/dashboard";
import { languageTags } from "#contract/formats/locale";
import { useContactSentence } from "~/layouts/contact-sentence";
import { ButtonLink } from "~/ui/button";
import { Drawing, DrawingSymbols } from "~/ui/drawing";
import type { DrawingName } from "~/ui/drawings";
import { Icon } from "~/ui/icon";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";
import { ReachButtons } from "./reach-buttons";
import { type Act, useVolunteerAction } from "./volunteer-action";

/** Articles to review: the one that has waited longest, and their number. */
type Waiting = { oldest: NonNullable<Dashboard["writing"]>["toReview"][number] | undefined; waiting: number };

const helpPages = { BENEFICIARY: "/further-support", DONATOR_MERCHANT: "/account/settings/shop", DONATOR_INDIVIDUAL: "/story" } as const;
const drawings: Record<Role, DrawingName> = {
  ADMIN: "crate",
  VOLUNTEER: "bike",
  BENEFICIARY: "kit",
  DONATOR_MERCHANT: "crate",
  DONATOR_INDIVIDUAL: "coin",
};

type Props = { role: Role; overview: Pick<Dashboard, "next" | "team" | "shop"> } & Waiting;

/** What a student may do below the band of their kit, of which a page has one. */
export function FurtherAction({ role, overview: { team, shop } }: Pick<Props, "role" | "overview">) {
  const act = useNextAction(role, { oldest: undefined, waiting: 0, team, shop });
  return (
    <section className="panel">
      <h2 className="panel-title">{act.title}</h2>
      <p className="mt-2 max-w-2xl first-letter:uppercase">{act.text}</p>
      <p className="actions mt-4">
        <ButtonLink variant="line" to={act.to}>
          {act.cta}
          <Icon of={ArrowRight} />
        </ButtonLink>
        <ReachButtons team={team} variant="line" />
      </p>
    </section>
  );
}

/** The next thing to do, large: a decision that is due, or the main task of this role. */
export function NextAction({ role, overview: { next, team, shop }, ...review }: Props) {
  const { t } = useTranslation("dashboard");
  const ofRole = useNextAction(role, { ...review, team, shop });
  const ofVolunteer = useVolunteerAction(next);
  const act = review.oldest ? ofRole : (ofVolunteer ?? ofRole);
  // A shop calls before anything else.
  const calls = role === "DONATOR_MERCHANT";
  return (
    <section className="next-action on-colour on-dark">
      <DrawingSymbols names={[drawings[role]]} />
      <h2>{act.title}</h2>
      <p className="max-w-2xl first-letter:uppercase">{act.text}</p>
      <p className="actions">
        {calls && <ReachButtons team={team} variant="hollow" call="white" />}
        <ButtonLink variant={calls ? "hollow" : "white"} to={act.to}>
          {act.cta}
          <Icon of={ArrowRight} />
        </ButtonLink>
        {act.more && (
          <ButtonLink variant="hollow" to={act.more.to}>
            {act.more.label}
          </ButtonLink>
        )}
        {!calls && role !== "ADMIN" && <ReachButtons team={team} variant="hollow" />}
        {/* Students have it with their file. */}
        {role !== "ADMIN" && role !== "BENEFICIARY" && (
          <ButtonLink variant="hollow" to="/account/chat">
            {t("file.chat")}
          </ButtonLink>
        )}
      </p>
      <Drawing name={drawings[role]} className="next-action-drawing" />
    </section>
  );
}

function useNextAction(role: Role, { oldest, waiting, team, shop }: Waiting & Pick<Dashboard, "team" | "shop">): Act {
  const { t } = useTranslation("dashboard");
  const { locale } = usePage();
  const reach = useContactSentence(team);
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
  if (role === "DONATOR_MERCHANT" && shop && shop.moments.length > 0) {
    const moments = new Intl.ListFormat(languageTags[locale]).format(shop.moments.map((moment) => t(`band.moment.${moment}`)));
    return {
      title: t("band.DONATOR_MERCHANT.title"),
      text: t("band.pickUp", { moments, reach }),
      cta: t("band.DONATOR_MERCHANT.cta"),
      to: helpPages[role],
    };
  }
  return {
    title: t(`band.${role}.title`),
    text: t(`band.${role}.text`, { reach }),
    cta: t(`band.${role}.cta`),
    to: helpPages[role],
  };
}
