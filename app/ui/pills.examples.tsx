import type { Examples } from "./examples";
import { Pills } from "./pills";

const links = ["Tout", "Journaux", "Radio"].map((label, at) => ({ to: `?kind=${at}`, label, current: at === 0 }));

export const examples: Examples = { piece: "Pills", states: { "one in force": () => <Pills label="Médias" links={links} /> } };
