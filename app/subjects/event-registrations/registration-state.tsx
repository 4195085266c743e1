import { Check, Clock, Hourglass, UserCheck, UserSearch, Users, UserX, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { OwnRegistration, RegistrationStatus } from "#contract/charity/event-registrations";
import { Badge, type BadgeMeaning } from "~/ui/badge";

const badges: Record<RegistrationStatus, { meaning: BadgeMeaning; icon: typeof Check }> = {
  pending: { meaning: "warning", icon: Hourglass },
  confirmed: { meaning: "success", icon: Check },
  waiting: { meaning: "warning", icon: Clock },
  offered: { meaning: "primary", icon: Hourglass },
  refused: { meaning: "plain", icon: X },
  declined: { meaning: "plain", icon: X },
  offer_expired: { meaning: "plain", icon: X },
  cancelled_by_user: { meaning: "plain", icon: X },
  cancelled_by_staff: { meaning: "danger", icon: X },
  attended: { meaning: "success", icon: Check },
  no_show: { meaning: "danger", icon: X },
};

/** The state of a registration, as staff read it. */
export function RegistrationBadge({ status }: { status: RegistrationStatus }) {
  const { t } = useTranslation("events");
  const { meaning, icon } = badges[status];
  return (
    <Badge meaning={meaning} icon={icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}

/** The state of one's own registration. */
export function OwnStatus({ status }: { status: RegistrationStatus }) {
  const { t } = useTranslation("events");
  const { meaning, icon } = badges[status];
  return (
    <Badge meaning={meaning} icon={icon}>
      {t(`mine.status.${status}`)}
    </Badge>
  );
}

/** The state of one's own registration, with the place in the waiting list, the size of the party, and whether a replacement is looked for or was found. */
export function OwnState({ mine }: { mine: OwnRegistration }) {
  const { t } = useTranslation("events");
  const { meaning, icon } = badges[mine.status];
  if (mine.replacement === "found")
    return (
      <Badge meaning="success" icon={UserCheck} long>
        {t("replacement.state.found")}
      </Badge>
    );
  return (
    <>
      {mine.away && (
        <Badge meaning="danger" icon={UserX} long>
          {t("mine.awayState")}
        </Badge>
      )}
      {mine.replacement && (
        <Badge meaning="warning" icon={UserSearch} long>
          {t("replacement.state.wanted")}
        </Badge>
      )}
      <Badge meaning={meaning} icon={icon} long>
        {mine.position ? t("mine.inLine", { position: mine.position }) : t(`mine.status.${mine.status}`)}
      </Badge>
      {mine.partySize > 1 && (
        <Badge meaning="information" icon={Users}>
          {t("places", { count: mine.partySize })}
        </Badge>
      )}
    </>
  );
}
