import type { ReactNode } from "react";

export type Fact = { label: string; value: ReactNode };

/** A few facts about one thing, each under its name. */
export function Facts({ facts, className = "flex flex-wrap gap-x-8 gap-y-2" }: { facts: Fact[]; className?: string }) {
  return (
    <dl className={className}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="muted text-sm">{label}</dt>
          <dd className="font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
