import { type ReactNode, useId } from "react";
import { Link } from "./link";

/** A part of a back-office page under a title, with a link to more of it. */
export function Panel({ title, link, children }: { title: string; link?: { to: string; label: string }; children: ReactNode }) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="mb-3.5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="panel-title">
          {title}
        </h2>
        {link && (
          <Link to={link.to} className="inline-block shrink-0 py-1 font-semibold">
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
