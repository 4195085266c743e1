import type { PressItem } from "#contract/publishing/press";
import { Piece } from "./piece";

/** Pieces under the year they came out in, the newest first. */
export function Clippings({ title, items }: { title: string; items: PressItem[] }) {
  const newestFirst = items.toSorted((one, other) => other.day.localeCompare(one.day));
  const years = Map.groupBy(newestFirst, ({ day }) => day.slice(0, 4));
  return (
    <section className="pt-section" aria-label={title}>
      <h2 className="title-section">{title}</h2>
      {[...years].map(([year, pieces]) => (
        <div key={year} className="mt-8 grid gap-x-12 not-first-of-type:mt-14 gap-y-4 lg:grid-cols-[12rem_1fr]">
          <h3 className="text-[length:var(--text-3xl)] leading-none tracking-[-0.03em] text-primary">{year}</h3>
          <ul className="grid gap-6 wrap-anywhere">
            {pieces.map((piece) => (
              <li key={piece.id} className="divided [--apart:1.5rem]">
                <Piece piece={piece} heading="h4" />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** What is shown before all years, and again under its own. */
export function Featured({ title, items }: { title: string; items: PressItem[] }) {
  return (
    <section className="pt-section" aria-label={title}>
      <h2 className="title-section">{title}</h2>
      <ul className="mt-8 grid gap-x-12 gap-y-8 wrap-anywhere md:grid-cols-2 lg:grid-cols-3">
        {items.map((piece) => (
          <li key={piece.id} className="border-t-4 border-primary pt-5">
            <Piece piece={piece} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
