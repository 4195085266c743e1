import type { Examples } from "./examples";
import { Facts } from "./facts";

export const examples: Examples = {
  piece: "Facts",
  states: {
    several: () => (
      <Facts
        facts={[
          { label: "Par", value: "Inès Garnier" },
          { label: "Lectures", value: 412 },
        ]}
      />
    ),
  },
};
