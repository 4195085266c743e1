import { sharesOf } from "./geometry";

type Props = {
  /** The parts in their order: the first one is full, further ones grey. */
  parts: { name: string; value: number }[];
  /** What they are parts of, where they are not all of it. */
  whole?: number;
  /** How a value is written in the legend; without it there is none, and the text beside the bar says what it shows. */
  format?: (value: number) => string;
  thin?: boolean;
};

/** Parts of a whole as one bar. The figures are a list under it, or the text beside it: readers never need the bar. */
export function ShareBar({ parts, whole, format, thin }: Props) {
  const height = thin ? 8 : 14;
  const pieces = sharesOf(
    parts.map(({ value }) => value),
    whole,
  );
  return (
    <div className="share-bar">
      <svg width="100%" height={height} aria-hidden="true">
        <rect className="share-rest" width="100%" height={height} />
        {pieces.map(
          ({ x, width }, at) =>
            width > 0 && (
              <rect
                key={parts[at]?.name}
                className={at === 0 ? "chart-full" : "share-other"}
                x={`${x}%`}
                width={`${width}%`}
                height={height}
              />
            ),
        )}
      </svg>
      {format && (
        <dl className="chart-legend">
          {parts.map(({ name, value }, at) => (
            <div key={name}>
              <svg width="12" height="12" aria-hidden="true">
                <rect className={at === 0 ? "chart-full" : "share-other"} x="1" y="1" width="10" height="10" rx="5" />
              </svg>
              <dt>{name}</dt>
              <dd>{format(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
