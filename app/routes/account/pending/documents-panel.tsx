import { useTranslation } from "react-i18next";
import { type FilePaper, filePaperKinds, paperTypes } from "#contract/accounts/criteria";
import { Form, Submit } from "~/forms/form";

/** The papers of a file: what is there and what came of it, and one more. */
export function DocumentsPanel({ documents }: { documents: FilePaper[] }) {
  const { t } = useTranslation("pending");
  return (
    <section className="rounded-2xl border-2 border-line p-7" aria-labelledby="papers">
      <h2 id="papers" className="title-card">
        {t("papers.title")}
      </h2>
      {documents.length === 0 && <p className="muted mt-2">{t("papers.none")}</p>}
      <ul className="mt-3 grid gap-3">
        {documents.map((paper) => (
          <PaperLine key={paper.id} paper={paper} />
        ))}
      </ul>
      <Form action="/account/pending/supporting-documents" encType="multipart/form-data" className="mt-5 grid gap-4">
        <div className="field">
          <label htmlFor="paper-kind">{t("papers.kind.label")}</label>
          <select id="paper-kind" name="kind" className="control">
            {filePaperKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`papers.kind.${kind}`)}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="paper-file">{t("papers.file")}</label>
          <p className="hint" id="paper-hint">
            {t("papers.hint")}
          </p>
          <div className="file-drop">
            <input id="paper-file" name="file" type="file" accept={paperTypes.join(",")} required aria-describedby="paper-hint" />
          </div>
        </div>
        <div>
          <Submit look="line">{t("papers.add")}</Submit>
        </div>
      </Form>
    </section>
  );
}

function PaperLine({ paper: { id, kind, name, status, reason } }: { paper: FilePaper }) {
  const { t } = useTranslation("pending");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-beige px-5 py-3">
      <span className="min-w-0 flex-[1_1_14rem]">
        <b className="block">{t(`papers.kind.${kind}`)}</b>
        <span className="muted block break-words text-sm">{name}</span>
        <span className="block text-sm">{t(`papers.status.${status}`, { reason })}</span>
      </span>
      {status === "pending" && (
        <Form action="/account/pending/supporting-documents">
          <input type="hidden" name="remove" value={id} />
          <Submit look="line">{t("papers.remove")}</Submit>
        </Form>
      )}
    </li>
  );
}
