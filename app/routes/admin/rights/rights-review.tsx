import { Minus, Plus, RefreshCw } from "lucide";
import { useTranslation } from "react-i18next";
import { isGrantable } from "#contract/accounts/permissions";
import { type Grant, isSameRight, type RightsDraft } from "#contract/accounts/rights";
import { writtenDay } from "#contract/formats/france-time";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";

type Props = { before: Pick<RightsDraft, "role" | "grants">; after: RightsDraft; sectorName: (id: string) => string };

/** What would change, line by line. */
export function RightsReview({ before, after, sectorName }: Props) {
  const { t } = useTranslation("rights");
  const { t: people } = useTranslation("people");
  const { locale } = usePage();
  const named = ({ permission, sectorId, expiresOn }: Grant) => {
    const right = t(`name.${permission}`);
    const name = sectorId ? t("nameIn", { name: right, sector: sectorName(sectorId) }) : right;
    return expiresOn ? t("nameUntil", { name, date: writtenDay(locale, expiresOn) }) : name;
  };
  const retained = after.grants.filter(({ permission, sectorId }) => isGrantable(after.role, permission, sectorId));
  const same = (one: Grant, all: Grant[]) => all.some((other) => isSameRight(one, other) && other.expiresOn === one.expiresOn);
  const lines = [
    ...(before.role === after.role
      ? []
      : [{ icon: RefreshCw, text: t("change.role", { before: people(`role.${before.role}`), after: people(`role.${after.role}`) }) }]),
    ...retained.filter((one) => !same(one, before.grants)).map((one) => ({ icon: Plus, text: t("change.given", { name: named(one) }) })),
    ...before.grants
      .filter((grant) => !retained.some((one) => isSameRight(one, grant)))
      .map((one) => ({ icon: Minus, text: t("change.taken", { name: named(one) }) })),
  ];
  return (
    <section className="grid gap-2 rounded-lg bg-beige p-4" aria-label={t("changes")} role="status">
      <h2 className="panel-title">{t("changes")}</h2>
      {lines.length === 0 && <p>{t("nothing")}</p>}
      <ul className="grid gap-1">
        {lines.map(({ icon, text }) => (
          <li key={text} className="flex items-center gap-2">
            <Icon of={icon} className="size-4 shrink-0" />
            {text}
          </li>
        ))}
      </ul>
      {lines.length > 0 && <p className="muted">{t("logsOut")}</p>}
    </section>
  );
}
