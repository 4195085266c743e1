import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { camtLines, isXml } from "../../../../app/content/import/read-camt.ts";
import { SheetRefused } from "../../../../app/content/import/sheet-refused.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const fixture = (version: "02" | "08") => new Uint8Array(readFileSync(`tests/app/content/import/camt.053.001.${version}.xml`));
const cells = (file: Uint8Array) => camtLines(file, 10_000).map((line) => line.cells);
/** Without the account, which is a hash. */
const shown = (file: Uint8Array) =>
  cells(file).map(([day, amount, text, name, , reference, kind]) => [day, amount, text, name, reference, kind]);
const fault = (text: string, most = 10_000) => {
  try {
    return camtLines(bytes(text), most).length;
  } catch (error) {
    return error instanceof SheetRefused ? error.reason : error;
  }
};

const uri = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.02";
const entry = (inside = "") =>
  `<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>${inside}</Ntry>`;
const message = (entries: string, { namespace = uri, before = "" } = {}) =>
  `<?xml version="1.0"?>${before}<Document xmlns="${namespace}"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>FR7630006000011234567890189</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`;

test("version 02 has a line for each entry: credits, a batch by its parts, debits, reversals, and what is not booked", () => {
  expect(shown(fixture("02"))).toEqual([
    ["2026-11-02", "50.00", "don don7k4mq2zp merci", "JEANNE VASSEUR", "REF-0001", ""],
    ["2026-11-03", "60.00", "DON-3R8T-K2LM", "YOUSSEF HADDAD", "REF-0002 TX-1", ""],
    ["2026-11-03", "40.00", "don 9p2w x4nb", "CLARA MOREL", "REF-0002 TX-2", ""],
    ["2026-11-04", "-120.00", "FACTURE & LOYER", "", "REF-0003", ""],
    ["2026-11-05", "15.00", "RETOUR", "", "REF-0004", "reversal"],
    ["2026-11-06", "20.00", "BIENTOT", "", "REF-0005", "pending"],
  ]);
});

test("version 08 says the same in other places", () => {
  expect(shown(fixture("08"))).toEqual([
    ["2026-11-02", "50.00", "don don7k4mq2zp merci", "JEANNE VASSEUR", "REF-0001", ""],
    ["2026-11-03", "60.00", "DON-3R8T-K2LM", "YOUSSEF HADDAD", "REF-0002 0", ""],
    ["2026-11-03", "40.00", "don 9p2w x4nb", "CLARA MOREL", "REF-0002 1", ""],
    ["2026-11-06", "20.00", "BIENTOT", "", "", "pending"],
  ]);
  const accounts = [fixture("02"), fixture("08")].map((file) => cells(file)[0]?.[4]);
  expect(accounts[0]).toBe(accounts[1]);
  expect(JSON.stringify(cells(fixture("08")))).not.toContain("FR76");
});

test("a batch whose parts are not its amount stays one line", () => {
  const part = (amount: string, text: string) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
  const batch = (...amounts: string[]) =>
    message(entry(`<NtryDtls>${amounts.map((amount, at) => part(amount, `t${at}`)).join("")}</NtryDtls>`));
  expect(shown(bytes(batch("2.00", "3.00"))).map(([, amount]) => amount)).toEqual(["2.00", "3.00"]);
  expect(shown(bytes(batch("2.00", "2.00")))).toEqual([["2026-11-02", "5.00", "t0 t1", "", "", ""]]);
});

test.each([
  ["DON-3R8T-K2LM", "DON-3R8T-K2LM"],
  ["adh 7k4m q2zp", "adh 7k4m q2zp"],
  ["NOTPROVIDED", ""],
])("the reference %j of who sent it is %j in the text: where it may be that of a pledge or a membership", (given, text) => {
  const file = message(entry(`<NtryDtls><TxDtls><Refs><EndToEndId>${given}</EndToEndId></Refs></TxDtls></NtryDtls>`));
  expect(shown(bytes(file))[0]?.[2]).toBe(text);
});

test("what is no statement is refused, each with its reason", () => {
  const doctype = message(entry(), { before: '<!DOCTYPE Document [<!ENTITY a SYSTEM "file:///etc/passwd">]>' });
  const cases = [
    [message(entry()), 1],
    [doctype, "doctype"],
    [message(entry(), { namespace: "urn:iso:std:iso:20022:tech:xsd:camt.054.001.02" }), "otherMessage"],
    ["<html><body>503</body></html>", "otherMessage"],
    [message(""), "noEntries"],
    [message(entry()).slice(0, -30), "unreadableXml"],
    [message(entry("&nothing;")), "unreadableXml"],
    [message(entry().replace("5.00", "5.001")), "unreadableXml"],
    [message(entry().replace("EUR", "CHF")), "otherCurrency"],
    [message("<a>".repeat(100)), "unreadableXml"],
  ] as const;
  for (const [text, reason] of cases) expect([text.slice(0, 120), fault(text)]).toEqual([text.slice(0, 120), reason]);
  expect(fault(message(entry().repeat(3)), 2)).toBe("tooManyRows");
});

test("a file is XML by what it begins with, in any encoding", () => {
  const wide = Uint8Array.from([0xff, 0xfe, ...[...message(entry())].flatMap((sign) => [sign.charCodeAt(0), 0])]);
  expect([isXml(wide), isXml(bytes("\ufeff <a/>")), isXml(bytes("Date;Montant")), isXml(new Uint8Array())]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(shown(wide)).toHaveLength(1);
  const latin = message(entry("<AddtlNtryInf>CAF\u00c9</AddtlNtryInf>")).replace("?>", ' encoding="ISO-8859-1"?>');
  expect(shown(Uint8Array.from([...latin].map((sign) => sign.charCodeAt(0))))[0]?.[2]).toBe("CAFÉ");
});

test("twenty megabytes are read within seconds", () => {
  const long = entry(`<AddtlNtryInf>${"x".repeat(1_900)}</AddtlNtryInf>`);
  const file = bytes(message(long.repeat(9_500)));
  expect(file.byteLength).toBeGreaterThan(18 * 1024 * 1024);
  const before = performance.now();
  expect(camtLines(file, 10_000)).toHaveLength(9_500);
  expect(performance.now() - before).toBeLessThan(10_000);
});
