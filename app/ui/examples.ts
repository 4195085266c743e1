import type { ReactNode } from "react";

/** A component in its states, for the gallery and for tests, in a `*.examples.tsx` file beside the component. */
export type Examples = {
  piece: string;
  /** The states by name; components, so that they can use hooks. */
  states: Record<string, () => ReactNode>;
};
