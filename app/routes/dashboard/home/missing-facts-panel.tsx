import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

export type MissingFacts = {
  title: string;
  text: string;
  settingsLink: string;
  settings: { name: string; text: string }[];
  texts: { text: string; names: { key: string; name: string }[]; link: string } | null;
  history: { text: string; link: string } | null;
};

/** The missing facts about the organisation, with links to set them. */
export function MissingFactsPanel({
  missingFacts: { title, text, settingsLink, settings, texts, history },
}: {
  missingFacts: MissingFacts;
}) {
  return (
    <Panel title={title}>
      <div className="grid gap-3">
        {texts && (
          <p>
            {texts.text} {texts.names.map(({ name }) => name).join(", ")}.{" "}
            <Link to="/dashboard/admin/documents/texts" className="font-semibold">
              {texts.link}
            </Link>
          </p>
        )}
        {settings.length > 0 && (
          <p>
            {text}{" "}
            <Link to="/dashboard/admin/organisation" className="font-semibold">
              {settingsLink}
            </Link>
          </p>
        )}
        {settings.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5">
            {settings.map(({ name, text }) => (
              <li key={name}>
                <code className="text-sm">{name}</code> – {text}
              </li>
            ))}
          </ul>
        )}
        {history && (
          <p>
            {history.text}{" "}
            <Link to="/dashboard/admin/pages/story" className="font-semibold">
              {history.link}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}
