import type { Examples } from "./examples";
import { type DateStyle, LocalDate } from "./local-date";

const styles: DateStyle[] = ["day", "full", "time", "short", "weekday"];

export const examples: Examples = {
  piece: "Date",
  states: Object.fromEntries(styles.map((style) => [style, () => <LocalDate value="2026-11-21T17:30:00Z" style={style} />])),
};
