import { useTranslation } from "react-i18next";
import type { SectorMerge } from "#contract/charity/sectors";
import { Form, Submit } from "~/forms/form";
import { useMessage } from "~/forms/message";
import { ButtonLink } from "~/ui/button";

type Props = { name: string; plan: NonNullable<SectorMerge["plan"]>; refused: string[]; submission: string };

/** The preview of a merge: what moves, what does not and why, and the confirmation. */
export function MergePlan({ name, plan: { into, moves, summed, dropped, already, ended }, refused, submission }: Props) {
  const { t } = useTranslation("sectors");
  const message = useMessage();
  const asides = [
    ...(summed > 0 ? [t("merge.summed", { count: summed, into: into.name })] : []),
    ...(dropped > 0 ? [t("merge.dropped", { count: dropped })] : []),
    ...(already > 0 ? [t("merge.answering", { count: already })] : []),
    ...(ended > 0 ? [t("merge.ended", { count: ended, into: into.name })] : []),
  ];
  return (
    <section className="panel grid max-w-2xl gap-5">
      <h2 className="panel-title">{t("merge.ask", { name, into: into.name })}</h2>
      {refused.length > 0 && (
        <p className="field-error" role="alert">
          {refused.map(message).join(" ")}
        </p>
      )}
      {moves.length > 0 ? (
        <div>
          <p>{t("merge.moves", { into: into.name })}</p>
          <ul className="mt-2 list-disc pl-6">
            {moves.map(({ part, count }) => (
              <li key={part}>{t(`merge.part.${part}`, { count })}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>{t("merge.nothing")}</p>
      )}
      {asides.length > 0 && (
        <div>
          <p>{t("merge.asides")}</p>
          <ul className="mt-2 list-disc pl-6">
            {asides.map((aside) => (
              <li key={aside}>{aside}</li>
            ))}
          </ul>
        </div>
      )}
      <p>{t("merge.after", { name, into: into.name })}</p>
      <Form className="actions justify-end" submission={submission}>
        <input type="hidden" name="intoId" value={into.id} />
        <ButtonLink variant="line" to="?">
          {t("merge.other")}
        </ButtonLink>
        <Submit variant="danger-full">{t("merge.confirm")}</Submit>
      </Form>
    </section>
  );
}
