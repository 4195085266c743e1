import { Ban, Check, Clock, FileText, type IconNode, LogOut, Mail, X } from "lucide";
import { useTranslation } from "react-i18next";
import type { AccountState } from "#contract/accounts/current-user";
import type { DriverDocumentState } from "#contract/accounts/people";
import { Badge, type BadgeMeaning } from "~/ui/badge";

type BadgeVariant = { meaning: BadgeMeaning; icon: IconNode };

const states: Record<AccountState, BadgeVariant> = {
  registered: { meaning: "plain", icon: Mail },
  waiting: { meaning: "information", icon: FileText },
  to_validate: { meaning: "warning", icon: Clock },
  validated: { meaning: "success", icon: Check },
  refused: { meaning: "danger", icon: X },
  suspended: { meaning: "danger", icon: Ban },
  left: { meaning: "plain", icon: LogOut },
};

export function StateBadge({ state }: { state: AccountState }) {
  const { t } = useTranslation("people");
  return <Badge {...states[state]}>{t(`state.${state}`)}</Badge>;
}

const badges: Record<DriverDocumentState, BadgeVariant> = {
  ok: { meaning: "success", icon: Check },
  soon: { meaning: "warning", icon: Clock },
  expired: { meaning: "danger", icon: X },
  missing: { meaning: "danger", icon: FileText },
};

/** The state of a driver's documents, and their first expiry date. */
export function DriverDocumentsBadge({ state, until }: { state: DriverDocumentState; until: string | null }) {
  const { t } = useTranslation("people");
  return <Badge {...badges[state]}>{until ? t(`driverDocumentsUntil.${state}`, { date: until }) : t(`driverDocuments.${state}`)}</Badge>;
}

const drivers: Record<"pending" | "approved" | "blocked", BadgeVariant> = {
  pending: { meaning: "warning", icon: Clock },
  approved: { meaning: "success", icon: Check },
  blocked: { meaning: "danger", icon: Ban },
};

type Driver = { status: keyof typeof drivers; documents: DriverDocumentState };

/** The approval of a driver: once a document has expired, an approved one gets no driving until it is renewed. */
export const driverState = ({ status, documents }: Driver) => (status === "approved" && documents === "expired" ? "lapsed" : status);

export function DriverBadge({ driver }: { driver: Driver }) {
  const { t } = useTranslation("people");
  const state = driverState(driver);
  const variant = state === "lapsed" ? badges.expired : drivers[state];
  return <Badge {...variant}>{t(`driver.${state}`)}</Badge>;
}
