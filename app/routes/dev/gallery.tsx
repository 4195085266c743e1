import type { LinksFunction } from "@remix-run/node";
import type { PageHandle } from "~/layouts/handle";
import type { Examples } from "~/ui/examples";
import { LogoSymbols } from "~/ui/logo";
import galleryCssUrl from "./gallery.css?url";

export const handle = { i18n: ["articles", "lists"] } as const satisfies PageHandle;

export const meta = () => [{ title: "Gallery" }];

export const links: LinksFunction = () => [{ rel: "stylesheet", href: galleryCssUrl }];

/** Data requests need a loader; the gallery has no data. */
export function loader() {
  return null;
}

const files = import.meta.glob<Examples>("../../{ui,ui/chart,forms,lists,toasts}/*.examples.tsx", { eager: true, import: "examples" });
const folders = Map.groupBy(Object.entries(files), ([path]) => path.split("/").at(-2) ?? "");

/** Every interface component in its states, in development only. */
export default function Gallery() {
  return (
    <div className="gallery">
      <LogoSymbols />
      <h1 className="office-title">Gallery</h1>
      {[...folders].map(([folder, pieces]) => (
        <section key={folder} aria-labelledby={folder}>
          <h2 id={folder}>{folder}</h2>
          {pieces.map(([path, examples]) => (
            <Piece key={path} {...examples} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Piece({ piece, states }: Examples) {
  const id = `piece-${piece.replace(/\W+/g, "-")}`;
  return (
    <section className="gallery-piece" aria-labelledby={id}>
      <h3 id={id}>{piece}</h3>
      <dl>
        {Object.entries(states).map(([name, State]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <State />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
