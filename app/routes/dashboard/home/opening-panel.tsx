import { Link } from "~/ui/link";
import { Panel } from "~/ui/panel";

export type Opening = { title: string; left: string; entries: { name: string; text: string; to: string | null }[] };

/** The steps of an administrator before the site opens; hidden when all are done. */
export function OpeningPanel({ opening: { title, left, entries } }: { opening: Opening }) {
  return (
    <Panel title={title}>
      <div className="grid gap-3">
        <p>{left}</p>
        <ol className="grid list-decimal gap-1 pl-6">
          {entries.map(({ name, text, to }) => (
            <li key={name}>
              {to ? (
                <Link to={to} className="font-semibold">
                  {text}
                </Link>
              ) : (
                text
              )}
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  );
}
