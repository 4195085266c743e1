import type { Examples } from "./examples";
import { Popover } from "./popover";

const places = (id: string, hover: boolean) => () => (
  <Popover id={id} label="Lieux de collecte" button="Lieux de collecte" buttonClass="btn btn-line" hover={hover}>
    <ul>
      {["Guillotière", "Croix-Rousse", "Gerland"].map((place) => (
        <li key={place}>
          <a className="menu-item" href="#popover">
            {place}
          </a>
        </li>
      ))}
    </ul>
  </Popover>
);

export const examples: Examples = {
  piece: "Popover",
  states: { "on a press": places("press-places", false), "under the pointer as well": places("hover-places", true) },
};
