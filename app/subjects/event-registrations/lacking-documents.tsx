import { useTranslation } from "react-i18next";
import { type EventDocumentKind, isOfDriver } from "#contract/charity/event-documents";
import { ButtonLink } from "~/ui/button";
import { Panel } from "~/ui/panel";

/** The documents that an event needs and the reader lacks, with the pages from which they are sent: a driver's settings, or the chat with the team. */
export function LackingDocuments({ kinds }: { kinds: EventDocumentKind[] }) {
  const { t } = useTranslation("events");
  const { t: documents } = useTranslation("documents");
  return (
    <Panel title={t("lacking.title")}>
      <p>{t("lacking.about")}</p>
      <ul className="mt-2 list-disc pl-5">
        {kinds.map((kind) => (
          <li key={kind}>{documents(`kinds.${kind}`)}</li>
        ))}
      </ul>
      <p className="actions mt-4">
        {kinds.some(isOfDriver) && (
          <ButtonLink variant="line" to="/account/settings/driving">
            {t("lacking.driving")}
          </ButtonLink>
        )}
        {!kinds.every(isOfDriver) && (
          <ButtonLink variant="line" to="/account/chat">
            {t("lacking.chat")}
          </ButtonLink>
        )}
      </p>
    </Panel>
  );
}
