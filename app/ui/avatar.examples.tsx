import { Avatar } from "./avatar";
import type { Examples } from "./examples";

export const examples: Examples = {
  piece: "Avatar",
  states: {
    "two names": () => <Avatar name="Lina Moreau" />,
    "one name": () => <Avatar name="Samira" />,
    "a picture": () => <Avatar name="Lina Moreau" url="/favicon.svg" />,
  },
};
