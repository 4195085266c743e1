import { useTranslation } from "react-i18next";
import { type PressItem, pressKinds } from "#contract/publishing/press";
import { Link } from "~/ui/link";
import { Pills } from "~/ui/pills";

type Kind = PressItem["kind"];

/** Media as links: one shows its pieces, the first shows all. */
export function PressKinds({ kind }: { kind: Kind | undefined }) {
  const { t } = useTranslation("press");
  const pill = (value?: Kind) => ({
    to: value ? `/press?kind=${value}` : "/press",
    label: t(`kind.${value ?? "all"}`),
    current: value === kind,
  });
  return <Pills label={t("kinds")} links={[pill(), ...pressKinds.map((value) => pill(value))]} />;
}

/** No results: for these filters, or at all. */
export function NoPiece({ narrowed }: { narrowed: boolean }) {
  const { t } = useTranslation("press");
  return (
    <p className="max-w-2xl py-10 text-lg">
      {narrowed ? t("empty") : t("none")} {narrowed ? <Link to="/press">{t("clear")}</Link> : <a href="#contact">{t("toContact")}</a>}
    </p>
  );
}
