import { useTranslation } from "react-i18next";
import type { PressItem } from "#contract/press";
import { LocalDate } from "~/ui/local-date";
import { OutsideLink } from "~/ui/outside-link";
import { Words } from "~/ui/words";

/** Pieces under the year they came out in, the newest first. */
export function Clippings({ title, items }: { title: string; items: PressItem[] }) {
  const years = Map.groupBy(items, ({ day }) => day.slice(0, 4));
  return (
    <section className="pt-section" aria-label={title}>
      <h2 className="title-section">{title}</h2>
      {[...years].map(([year, pieces]) => (
        <div key={year} className="mt-8 grid gap-x-12 not-first-of-type:mt-14 gap-y-4 lg:grid-cols-[12rem_1fr]">
          <h3 className="text-[length:var(--text-3xl)] leading-none tracking-[-0.03em] text-primary">{year}</h3>
          <ul className="grid gap-6 wrap-anywhere">
            {pieces.map((piece) => (
              <li key={piece.id} className="border-line not-first:border-t-2 not-first:pt-6">
                <Piece piece={piece} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Piece({ piece: { title, outlet, kind, day, url, quote } }: { piece: PressItem }) {
  const { t } = useTranslation("press");
  return (
    <>
      <p className="muted text-sm">
        {kind !== "release" && <span className="tag mr-2">{t(`kind.${kind}`)}</span>}
        <b className="text-ink">{outlet}</b>, <LocalDate value={day} />
      </p>
      <h4 className="title-card mt-1 text-balance">
        <Words of={title} mark />
      </h4>
      {quote.fr && (
        <blockquote className="mt-2 max-w-2xl text-neutral-dark">
          <Words of={quote} />
        </blockquote>
      )}
      {url && (
        <OutsideLink className="more" href={url}>
          {t("read", { outlet })}
        </OutsideLink>
      )}
    </>
  );
}
