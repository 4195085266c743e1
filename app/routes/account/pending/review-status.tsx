import { useTranslation } from "react-i18next";
import { formatDate } from "~/ui/local-date";
import { usePage } from "~/ui/page-context";

type Props = {
  /** When the file came, the answer to a question included; or when the team asked. */
  since: string;
  /** What the team needs and the person has not answered. */
  question: string | null;
  /** Why an approval was undone. */
  undone: string | null;
  late: boolean;
  guardianWaiting: boolean;
  sector: string | null;
};

/** When the file came, who reads it and how long it takes; or what the team needs first. */
export function ReviewStatus({ since, question, undone, late, guardianWaiting, sector }: Props) {
  const { t } = useTranslation("pending");
  const { locale } = usePage();
  const date = formatDate(locale, since, "full");
  return (
    <section className="grid gap-2 rounded-2xl bg-beige p-7">
      {undone !== null && <p className="font-bold whitespace-pre-line">{t("validation.undone", { reason: undone })}</p>}
      <p className="font-bold">{t(question === null ? "validation.received" : "validation.question", { date })}</p>
      {question === null ? (
        <>
          {sector && <p>{t("validation.team", { team: sector })}</p>}
          <p>{late ? t("validation.late") : t("validation.delay")}</p>
        </>
      ) : (
        <p className="font-bold whitespace-pre-line">{t("validation.missing", { reason: question })}</p>
      )}
      {guardianWaiting && <p className="font-bold">{t("validation.guardian")}</p>}
    </section>
  );
}
