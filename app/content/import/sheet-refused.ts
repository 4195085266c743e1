/** Why a file is not read: the text `content:import.file.<reason>`. */
export type SheetFault =
  | "tooHeavy"
  | "protected"
  | "oldWorkbook"
  | "otherArchive"
  | "unreadableWorkbook"
  | "unpacksTooLarge"
  | "noText"
  | "noRows"
  | "tooManyRows"
  | "tooManyColumns"
  | "longCell"
  | "unreadableXml"
  | "doctype"
  | "otherMessage"
  | "otherCurrency"
  | "noEntries";

/** A file that is not read; `max` is the limit that it exceeds. */
export class SheetRefused extends Error {
  readonly reason: SheetFault;
  readonly max: number | undefined;

  constructor(reason: SheetFault, max?: number) {
    super(reason);
    this.reason = reason;
    this.max = max;
  }
}
