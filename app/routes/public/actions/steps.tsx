import type { ReactNode } from "react";

const rings = [
  "[--ring:var(--color-primary)]",
  "[--ring:var(--color-sun)]",
  "[--ring:var(--color-primary-pale)]",
  "[--ring:var(--color-primary)]",
];

type Props = {
  id: string;
  title: string;
  steps: { title: string; text: string }[];
  /** Content of each link in place of its number: then they are alternatives, not steps. */
  mark?: string;
  note?: ReactNode;
};

/** How it works, as a chain: one link a step. */
export function Steps({ id, title, steps, mark, note }: Props) {
  const List = mark ? "ul" : "ol";
  return (
    <section id={id} className="wrap pt-6 pb-section">
      <h2 className="title-page">{title}</h2>
      <List className="chain steps-chain">
        {steps.map((step, at) => (
          <li key={step.title}>
            <div className={`ring-link ${rings[at]}`} aria-hidden="true">
              {mark ?? at + 1}
            </div>
            <div>
              <h3 className="title-card">{step.title}</h3>
              <p className="mt-1">{step.text}</p>
            </div>
          </li>
        ))}
      </List>
      {note && <p className="mt-10 max-w-xl rounded-lg bg-primary-soft px-5 py-4 font-semibold">{note}</p>}
    </section>
  );
}
