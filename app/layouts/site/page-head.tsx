import type { ReactNode } from "react";

/** How a public page begins: its one large title, and what it is for. */
export function PageHead({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="pt-[clamp(2rem,5vw,4rem)] pb-8 wrap-anywhere">
      <h1 className="title-hero">{title}</h1>
      {lead && <p className="mt-6 max-w-2xl text-xl leading-[1.45] text-neutral-dark">{lead}</p>}
      {children}
    </div>
  );
}
