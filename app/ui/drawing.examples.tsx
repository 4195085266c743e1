import { Drawing, DrawingSymbols } from "./drawing";
import { type DrawingName, drawings } from "./drawings";
import type { Examples } from "./examples";

const names = Object.keys(drawings) as DrawingName[];

export const examples: Examples = {
  piece: "Drawing",
  states: {
    "the six objects": () => (
      <div className="gallery-row">
        <DrawingSymbols names={names} />
        {names.map((name) => (
          <Drawing key={name} name={name} className="w-30" />
        ))}
      </div>
    ),
  },
};
