import { createHash } from "node:crypto";
import { SaxesParser, type SaxesTagNS } from "saxes";
import { SheetRefused } from "./sheet-refused.ts";

/** A node of an entry: what it says, its children by their names, and its currency where it is an amount. */
type Node = { name: string; currency: string; text: string; children: Node[] };
type Line = { line: number; cells: string[] };

const namespaces = ["urn:iso:std:iso:20022:tech:xsd:camt.053.001.02", "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"];

/** How deep a message may be, and the most characters of one text and of one cell. */
const most = { depth: 40, text: 10_000, cell: 2_000 } as const;
/** The characters that are parsed at once. */
const slice = 65_536;

/** Whether a file is XML, whatever its name: its first sign is `<`, in UTF-8 or UTF-16. */
export function isXml(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 200).filter((byte) => byte !== 0);
  const text = new TextDecoder("latin1").decode(start).replace(/^(?:ï»¿|ÿþ|þÿ)/, "");
  return text.trimStart().startsWith("<");
}

/**
 * The booked and other entries of a CAMT.053 message of version 02 or 08, in the columns `camtColumns` of the contract: a batch whose parts have
 * amounts is a line for each. A document type is refused, so that no entity is ever resolved. The account is a hash. Throws {@link SheetRefused}.
 */
export function camtLines(bytes: Uint8Array, mostLines: number): Line[] {
  const read = { lines: [] as string[][], account: "" };
  const path: Node[] = [];
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on("error", () => {
    throw new SheetRefused("unreadableXml");
  });
  parser.on("doctype", () => {
    throw new SheetRefused("doctype");
  });
  parser.on("opentag", (tag) => {
    if (path.length === 0) requireStatement(tag);
    if (path.length >= most.depth) throw new SheetRefused("unreadableXml");
    path.push({ name: tag.local, currency: String(tag.attributes.Ccy?.value ?? ""), text: "", children: [] });
  });
  const write = (text: string) => {
    const node = path.at(-1);
    if (node && node.text.length < most.text) node.text += text;
  };
  parser.on("text", write);
  parser.on("cdata", write);
  parser.on("closetag", () => {
    const node = path.pop();
    if (!node) return;
    const inside = path.map(({ name }) => name).join("/");
    if (inside === "Document/BkToCstmrStmt") return;
    if (inside === "Document/BkToCstmrStmt/Stmt") {
      if (node.name === "Acct") read.account = accountOf(node);
      if (node.name === "Ntry") read.lines.push(...cellsOf(node, read.account));
      if (read.lines.length > mostLines) throw new SheetRefused("tooManyRows", mostLines);
      return;
    }
    path.at(-1)?.children.push(node);
  });
  const text = decoded(bytes);
  for (let at = 0; at < text.length; at += slice) parser.write(text.slice(at, at + slice));
  parser.close();
  if (read.lines.length === 0) throw new SheetRefused("noEntries");
  return read.lines.map((cells, at) => ({ line: at + 2, cells }));
}

function requireStatement({ local, uri }: Pick<SaxesTagNS, "local" | "uri">) {
  if (local !== "Document" || !namespaces.includes(uri)) throw new SheetRefused("otherMessage");
}

function decoded(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const wide = bytes[0] === 0xff || bytes[1] === 0 ? "utf-16le" : bytes[0] === 0xfe || bytes[0] === 0 ? "utf-16be" : undefined;
  const [, named = "utf-8"] = /encoding=["']([\w.-]{1,40})["']/.exec(start) ?? [];
  try {
    return new TextDecoder(wide ?? named, { fatal: true }).decode(bytes);
  } catch {
    throw new SheetRefused("unreadableXml");
  }
}

/** The children at a path of names, in all branches. */
function at(node: Node, path: string): Node[] {
  return path.split("/").reduce((found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)), [node]);
}

const textAt = (node: Node, ...paths: string[]): string => {
  for (const path of paths) {
    const text = at(node, path)[0]?.text.trim();
    if (text) return text;
  }
  return "";
};

/** Which account it is, without its number. */
const accountOf = (account: Node) =>
  createHash("sha256")
    .update(textAt(account, "Id/IBAN", "Id/Othr/Id").replaceAll(/\s/g, ""))
    .digest("hex")
    .slice(0, 16);

/** The lines of an entry: one, or one for each part of a batch whose amounts are the whole. */
function cellsOf(entry: Node, account: string): string[][] {
  const amount = at(entry, "Amt")[0];
  if (amount?.currency !== "EUR") throw new SheetRefused("otherCurrency");
  const whole = messageCentsOf(amount.text);
  const isDebit = textAt(entry, "CdtDbtInd") === "DBIT";
  const isReversal = ["true", "1"].includes(textAt(entry, "RvslInd"));
  const isBooked = textAt(entry, "Sts/Cd", "Sts") === "BOOK";
  const kind = isBooked ? (isReversal ? "reversal" : "") : "pending";
  const day = textAt(entry, "BookgDt/Dt", "BookgDt/DtTm", "ValDt/Dt", "ValDt/DtTm").slice(0, 10);
  const parts = at(entry, "NtryDtls/TxDtls");
  const more = textAt(entry, "AddtlNtryInf");
  const reference = textAt(entry, "AcctSvcrRef");
  const cells = (cents: number, own: Node[], bankReference: string) => [
    ...[day, euros(isDebit ? -cents : cents)],
    ...[joined(own.map(textOf)) || more, joined(own.map(nameOf))].map((text) => text.slice(0, most.cell)),
    ...[account, bankReference.slice(0, 100), kind],
  ];
  const amounts = parts.map(partAmount);
  const areWhole =
    parts.length > 1 && amounts.every((cents) => cents !== null) && amounts.reduce((sum, cents) => sum + (cents ?? 0), 0) === whole;
  if (!areWhole) return [cells(whole, parts, reference || (parts.length === 1 && parts[0] ? textAt(parts[0], "Refs/AcctSvcrRef") : ""))];
  return parts.map((part, place) => {
    const own = textAt(part, "Refs/AcctSvcrRef", "Refs/TxId");
    // The same part of the same entry, in the order of the file where the bank does not name it.
    return cells(amounts[place] ?? 0, [part], reference && `${reference} ${own || place}`);
  });
}

const joined = (texts: string[]) => [...new Set(texts.filter(Boolean))].join(" ");

/** What a part of an entry is for: the free text, the structured reference, and the reference that its sender gave it where it may be ours. */
const textOf = (part: Node) =>
  joined([
    ...at(part, "RmtInf/Ustrd").map(({ text }) => text.trim()),
    ...at(part, "RmtInf/Strd/CdtrRefInf/Ref").map(({ text }) => text.trim()),
    ...at(part, "Refs/EndToEndId").flatMap(({ text }) => (/don|adh/i.test(text) ? [text.trim()] : [])),
    textAt(part, "AddtlTxInf"),
  ]);

const nameOf = (part: Node) =>
  textAt(part, "RltdPties/Dbtr/Pty/Nm", "RltdPties/Dbtr/Nm", "RltdPties/UltmtDbtr/Pty/Nm", "RltdPties/UltmtDbtr/Nm");

/** The amount of a part in cents of euros; null where it has none. */
function partAmount(part: Node): number | null {
  const [amount] = [...at(part, "Amt"), ...at(part, "AmtDtls/TxAmt/Amt")];
  return amount?.currency === "EUR" ? messageCentsOf(amount.text) : null;
}

/** An amount of the message, at most five decimals, in cents. */
function messageCentsOf(text: string): number {
  const [, whole, decimals = ""] = /^(\d{1,12})(?:\.(\d{1,5}))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || /[1-9]/.test(decimals.slice(2))) throw new SheetRefused("unreadableXml");
  return Number(whole) * 100 + Number(decimals.slice(0, 2).padEnd(2, "0"));
}

const euros = (cents: number) => (cents / 100).toFixed(2);
