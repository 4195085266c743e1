import { Download } from "lucide";
import { useTranslation } from "react-i18next";
import type { Membership } from "#contract/charity/memberships";
import { writtenDay } from "#contract/formats/france-time";
import { readIn } from "#contract/formats/localized-text";
import { writtenCode } from "#contract/formats/typed-code";
import { pathIn } from "~/i18n/locale-of-path";
import { useTranslate } from "~/i18n/use-translate";
import { MembershipBadge } from "~/subjects/memberships/membership-badge";
import { periodText } from "~/subjects/memberships/period-text";
import { type Fact, Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { usePage } from "~/ui/page-context";
import { QrCode } from "~/ui/qr-code";
import type { QrPath } from "~/ui/qr-code.server";

type Props = { membership: Membership; name: string; letters: string; code: QrPath };

/** A member's card, with the code that the door reads. */
export function MemberCard({ membership, name, letters, code }: Props) {
  const { t } = useTranslation("memberships");
  const translate = useTranslate();
  const { locale } = usePage();
  const { id, state, number, plan, endDate, validUntil } = membership;
  const facts: (Fact | false)[] = [
    { label: t("own.holder"), value: name },
    number !== null && { label: t("column.number"), value: number },
    { label: t("column.plan"), value: readIn(locale, plan.name).text },
  ];
  return (
    <section className="panel grid gap-6 sm:grid-cols-[auto_1fr]" aria-label={t("own.code")}>
      <div className="grid content-start gap-2 text-center">
        <QrCode code={code} label={t("own.code")} width="mx-auto w-full max-w-52" />
        <p className="font-mono text-lg font-bold">{writtenCode(letters)}</p>
        <p className="hint">{t("own.show")}</p>
      </div>
      <div className="grid content-start gap-4">
        <p>
          <MembershipBadge state={state} />
        </p>
        <h2 className="text-xl font-bold first-letter:uppercase">{periodText(locale, translate, membership)}</h2>
        {state === "grace" && <p>{t("own.grace", { date: writtenDay(locale, endDate), until: writtenDay(locale, validUntil) })}</p>}
        <Facts facts={facts.filter((fact): fact is Fact => Boolean(fact))} />
        {/* One from before the plans has no number, and no certificate. */}
        {membership.number && (
          <p>
            <a className="btn btn-line" href={pathIn(locale, `/account/membership/${id}/attestation.pdf`)} download>
              <Icon of={Download} />
              {t("own.card")}
            </a>
          </p>
        )}
      </div>
    </section>
  );
}
