import { useTranslation } from "react-i18next";
import type { PersonRecord } from "#contract/accounts/people";
import { Facts } from "~/ui/facts";
import { Panel } from "~/ui/panel";

type More = NonNullable<PersonRecord["more"]>;

function useNames() {
  const { t } = useTranslation("register");
  return (values: readonly string[]) => values.map((value) => t(`choice.${value}` as "choice.bike")).join(", ") || "–";
}

/** What a volunteer likes and knows how to do, and when. */
export function VolunteeringPanel({ volunteering: { activities, skills, moments } }: { volunteering: NonNullable<More["volunteering"]> }) {
  const { t } = useTranslation("people");
  const named = useNames();
  const facts = [
    { label: t("fact.activities"), value: named(activities) },
    { label: t("fact.skills"), value: skills ?? "–" },
    { label: t("fact.moments"), value: named(moments) },
  ];
  return (
    <Panel title={t("volunteering")}>
      <Facts facts={facts} className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3" />
    </Panel>
  );
}

/** What a student may eat and wear. Restricted: the backend leaves it out for readers without the right. */
export function NeedsPanel({ needs: { diets, size, allergies } }: { needs: NonNullable<More["needs"]> }) {
  const { t } = useTranslation("people");
  const named = useNames();
  const facts = [
    { label: t("fact.diets"), value: named(diets) },
    { label: t("fact.allergies"), value: allergies ?? t("noAllergies") },
    { label: t("fact.size"), value: size ?? "–" },
  ];
  return (
    <Panel title={t("needs")}>
      <Facts facts={facts} className="grid gap-x-8 gap-y-4 sm:grid-cols-2 lg:grid-cols-3" />
    </Panel>
  );
}
