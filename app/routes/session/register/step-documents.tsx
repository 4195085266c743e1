import { useTranslation } from "react-i18next";
import { paperTypes } from "#contract/accounts/criteria";
import type { PaperKind } from "#contract/accounts/documents";
import { FileDrop } from "~/forms/file-drop";
import { Submit } from "~/forms/form";

export type SentPaper = { id: string; kind: PaperKind; name: string };

type Props = { kinds: readonly PaperKind[]; documents: SentPaper[] };

/** The papers that a step asks for: what was sent already, and one more. They go with the form of the step. */
export function StepDocuments({ kinds, documents }: Props) {
  const { t } = useTranslation("register");
  const driving = kinds.includes("LICENCE");
  return (
    <section className="rounded-2xl bg-beige p-6" aria-labelledby="papers">
      <h2 id="papers" className="title-card">
        {t(driving ? "papers.drivingTitle" : "papers.title")}
      </h2>
      {!driving && (
        <ul className="mt-3 grid list-disc gap-1.5 pl-5">
          {(["enrolment", "scholarship", "housing"] as const).map((key) => (
            <li key={key}>{t(`papers.${key}`)}</li>
          ))}
        </ul>
      )}
      <p className="mt-3">{t(driving ? "papers.drivingPhoto" : "papers.photo")}</p>
      {documents.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {documents.map(({ id, kind, name }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-lg bg-surface px-5 py-3">
              <span className="min-w-0 flex-1">
                <b className="block">{t(`papers.kind.${kind}` as "papers.kind.LICENCE")}</b>
                <span className="muted block break-words text-sm">{name}</span>
              </span>
              <Submit look="line" name="removePaper" value={id} formNoValidate>
                {t("papers.remove")}
              </Submit>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-5 grid gap-4">
        <div className="field">
          <label htmlFor="paper-kind">{t("papers.which")}</label>
          <select id="paper-kind" name="paperKind" className="control">
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`papers.kind.${kind}` as "papers.kind.LICENCE")}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="paper-file">{t("papers.file")}</label>
          <p className="hint" id="paper-hint">
            {t("papers.hint")}
          </p>
          <FileDrop id="paper-file" name="paperFile" accept={paperTypes.join(",")} aria-describedby="paper-hint" />
        </div>
        <div>
          <Submit look="line" name="addPaper" value="1" formNoValidate>
            {t("papers.add")}
          </Submit>
        </div>
      </div>
    </section>
  );
}
