import type { ReactNode } from "react";

/** A word about what just happened, or what to know first. */
export function Notice({ children }: { children: ReactNode }) {
  return <p className="mt-6 rounded-lg bg-primary-soft px-5 py-4 leading-[1.45]">{children}</p>;
}
