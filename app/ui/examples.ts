import type { ReactNode } from "react";

/** A piece of the interface in its states, for the gallery and for tests. Stands in a `*.examples.tsx` file beside the piece. */
export type Examples = {
  piece: string;
  /** A name for each state, and the piece in it; a component, so that it can use hooks. */
  states: Record<string, () => ReactNode>;
};
