import type { ReactNode } from "react";
import { Drawing } from "~/ui/drawing";
import type { DrawingName } from "~/ui/drawings";

const variants = {
  beige: { ground: "bg-beige", ring: "[--ring:var(--color-primary)]" },
  pale: { ground: "bg-primary-pale", ring: "[--ring:var(--color-primary-active)]" },
  sun: { ground: "bg-sun", ring: "[--ring:#fff]" },
} as const;

type Props = { variant: keyof typeof variants; title: string; lead: string; drawing: DrawingName; children?: ReactNode };

/** The head of an action: what it is, the first steps, and its object under an arch. */
export function ActionHero({ variant, title, lead, drawing, children }: Props) {
  const { ground, ring } = variants[variant];
  return (
    <section className={`overflow-hidden pt-[calc(var(--header)+2rem)] ${ground}`}>
      <div className="wrap gap-8 lg:grid lg:grid-cols-[1.25fr_1fr] lg:items-end">
        <div className="lg:pb-20">
          <h1 className="text-[clamp(3.25rem,1rem+8vw,7.5rem)] leading-[0.92] tracking-[-0.045em]">{title}</h1>
          <p className="mt-6 max-w-lg text-xl leading-[1.45]">{lead}</p>
          {children && <p className="actions mt-7">{children}</p>}
        </div>
        <div className={`action-arch ${ring}`}>
          <Drawing name={drawing} />
        </div>
      </div>
    </section>
  );
}
