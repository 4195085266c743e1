// A workbook that is written as a stream (Office Open XML, ECMA-376): rows go into the archive as they come, with their texts in the cells.
import { strToU8, Zip, ZipDeflate } from "fflate";

export type Value = string | number | null;

/** What a sheet and a cell hold at most, in spreadsheet programs. */
const maxSheetRows = 1_048_576;
const maxCellCharacters = 32_767;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const ofDocument = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const ofPackage = "http://schemas.openxmlformats.org/package/2006";
const ofSpreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The style of the header, the second of {@link styles}. */
const bold = 1;
const styles = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

/**
 * Writes rows, of which the first is the header, and passes the bytes of the file to `emit` as they are made. Rows that a sheet cannot hold continue in
 * another one, under the same header.
 */
export function workbookWriter(emit: (bytes: Uint8Array) => void, rowsOfSheet = maxSheetRows) {
  const archive = new Zip((error, bytes) => {
    if (error) throw error;
    emit(bytes);
  });
  const file = (name: string) => {
    const entry = new ZipDeflate(name, { level: 3 });
    archive.add(entry);
    return entry;
  };
  let header: Value[] = [];
  let sheet: ZipDeflate | undefined;
  let sheets = 0;
  let rows = 0;
  const endSheet = () => sheet?.push(strToU8("</sheetData></worksheet>"), true);
  const beginSheet = () => {
    endSheet();
    sheets += 1;
    rows = 1;
    sheet = file(`xl/worksheets/sheet${sheets}.xml`);
    sheet.push(strToU8(`${declaration}<worksheet xmlns="${main}"><sheetData>${rowOf(header, 1, bold)}`));
  };
  return {
    write(slice: Value[][]) {
      let text = "";
      for (const row of slice) {
        if (sheets === 0) {
          header = row;
          beginSheet();
          continue;
        }
        if (rows === rowsOfSheet) {
          sheet?.push(strToU8(text));
          text = "";
          beginSheet();
        }
        rows += 1;
        text += rowOf(row, rows);
      }
      sheet?.push(strToU8(text));
    },
    end() {
      endSheet();
      for (const [name, text] of Object.entries(otherFiles(sheets))) file(name).push(strToU8(declaration + text), true);
      archive.end();
    },
  };
}

/** What a workbook consists of beside its sheets. */
function otherFiles(sheets: number): Record<string, string> {
  const each = (textOf: (number: number) => string) => Array.from({ length: sheets }, (_, at) => textOf(at + 1)).join("");
  return {
    "[Content_Types].xml": `<Types xmlns="${ofPackage}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${ofSpreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${ofSpreadsheet}.styles+xml"/>${each((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${ofSpreadsheet}.worksheet+xml"/>`)}</Types>`,
    "_rels/.rels": `<Relationships xmlns="${ofPackage}/relationships"><Relationship Id="rId1" Type="${ofDocument}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${ofDocument}"><sheets>${each((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${ofPackage}/relationships">${each((number) => `<Relationship Id="rId${number}" Type="${ofDocument}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${ofDocument}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": styles,
  };
}

/** A row; an empty cell is left out. Each cell has its type, so that no text is ever read as a formula. */
function rowOf(row: Value[], number: number, style?: number): string {
  const styled = style === undefined ? "" : ` s="${style}"`;
  const cells = row.map((value, at) => {
    if (value === null) return "";
    const place = `r="${columnName(at)}${number}"${styled}`;
    if (typeof value === "number") return `<c ${place}><v>${value}</v></c>`;
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
  });
  return `<row r="${number}">${cells.join("")}</row>`;
}

/** A, B, … Z, AA … */
function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last;
}

const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** A text without what XML cannot hold. `_x0041_` is a sign in workbooks: a text that looks like it has its first character written that way. */
function xmlText(text: string): string {
  const allowed = text
    .slice(0, maxCellCharacters)
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
  return allowed.replace(/_(?=x[\dA-Fa-f]{4}_)/g, "_x005F_").replace(/[&<>\r]/g, (sign) => named[sign] ?? sign);
}
