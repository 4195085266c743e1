import type { ReactNode } from "react";

/** A notice about a result, or important information. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className="mt-6 rounded-lg bg-primary-soft px-5 py-4 leading-[1.45]">{children}</p>;
}
