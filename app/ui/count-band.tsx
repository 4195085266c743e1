import { type ReactNode, useId } from "react";
import { Link } from "./link";
import { formatNumber } from "./number";
import { usePage } from "./page-context";

const links = 20;

type Props = {
  title: string;
  /** What is counted, the number, and the whole, as a number and in words: « sur 86 ». None where nothing is counted. */
  count?: { label: string; value: number; whole: number; of: string };
  /** Numbers beside it; one with a path leads to the rows that it counts. */
  others?: { label: string; value: number; to?: string }[];
  /** What can be done about it. */
  action?: ReactNode;
  children?: ReactNode;
};

/** A number of a whole in large, as a chain of twenty links, with the other numbers of the same thing. */
export function CountBand({ title, count, others = [], action, children }: Props) {
  const id = useId();
  const { locale } = usePage();
  return (
    <section className="count-band on-dark" aria-labelledby={id}>
      <div className="count-band-head">
        <div>
          <h2 id={id}>{title}</h2>
          {count && (
            <p className="count-band-number">
              <span className="sr-only">{count.label} </span>
              {formatNumber(locale, count.value)} <small>{count.of}</small>
            </p>
          )}
        </div>
        {action}
      </div>
      {count && count.whole > 0 && <Chain {...count} />}
      {others.length > 0 && (
        <ul className="count-band-others">
          {others.map(({ label, value, to }) => {
            const text = (
              <>
                <b>{formatNumber(locale, value)}</b> {label}
              </>
            );
            return <li key={label}>{to ? <Link to={to}>{text}</Link> : text}</li>;
          })}
        </ul>
      )}
      {children}
    </section>
  );
}

function Chain({ value, whole }: { value: number; whole: number }) {
  const done = Math.min(links, Math.floor((value / whole) * links));
  return (
    <div className="count-band-chain" aria-hidden="true">
      {Array.from({ length: links }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the links of a chain have no other name
        <i key={at} data-link={at < done ? "done" : at === done ? "now" : undefined} />
      ))}
    </div>
  );
}
