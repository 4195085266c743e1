import { formatNumber } from "~/ui/number";
import { usePage } from "~/ui/page-context";

type Props = { title: string; figures: { count: number; shown?: string; label: string }[]; note: string };

/** Figures from the database. Values of one or less are left out. */
export function Counted({ title, figures, note }: Props) {
  const { locale } = usePage();
  const counted = figures.filter(({ count }) => count > 1);
  if (counted.length === 0) return null;
  return (
    <section className="wrap py-section">
      <h2 className="title-section">{title}</h2>
      <dl className="mt-8 grid grid-cols-2 gap-x-4 gap-y-8 border-t-2 border-line pt-8 sm:grid-cols-3 sm:gap-x-8">
        {counted.map(({ count, shown, label }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="mt-1 text-neutral-dark">{label}</dt>
            <dd className="text-[clamp(2.25rem,1rem+5vw,5rem)] leading-[0.95] font-extrabold tracking-[-0.05em] text-primary">
              {shown ?? formatNumber(locale, count)}
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint mt-6">{note}</p>
    </section>
  );
}
