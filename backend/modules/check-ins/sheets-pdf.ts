import { setImmediate } from "node:timers/promises";
import type { Services } from "#backend/http/services";
import { drawQrCode } from "#backend/pdf/qr-code";
import { drawnPdf } from "#backend/pdf/tagged-pdf";
import { type SheetFormat, sheetSizes } from "#contract/charity/check-ins";
import type { EventAnswer } from "#contract/charity/event-questions";
import { franceDay, hourText, writtenDay } from "#contract/formats/france-time";
import type { Locale } from "#contract/formats/locale";
import { readIn } from "#contract/formats/localized-text";
import { writtenCode } from "#contract/formats/typed-code";
import { attendanceSheet } from "./attendance-sheet.ts";
import { codesOf, expectedAt } from "./event-codes.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate">;
type Options = { format: SheetFormat; quotaId?: string; page: number; answers?: "yes"; locale: Locale };

/** Points of a millimetre. */
const mm = 72 / 25.4;

/** Sheets of A4: millimetres of a field, how many beside and below each other, and where the first begins. */
const grids = {
  labels: { width: 70, height: 37, columns: 3, rows: 8, left: 0, top: 0.5, code: 26, lines: "labels" },
  badges: { width: 90, height: 54, columns: 2, rows: 5, left: 15, top: 13.5, code: 34, lines: "badges" },
} as const;

/** The codes of an event to print: one field for each person with the letters under the code, the list to tick, or the poster of the entrance. */
export async function codeSheet(services: Deps, eventId: string, { format, quotaId, page, answers, locale }: Options): Promise<Uint8Array> {
  const size = sheetSizes[format];
  const { event, items } = await codesOf(services, eventId, { quotaId, page, size });
  const { settings, translate, clock, db } = services;
  const { registrations, people } = await expectedAt(db, eventId, quotaId);
  const from = (page - 1) * size + 1;
  const range = { from, to: from + items.length - 1, total: registrations };
  const part = registrations > items.length && format !== "entrance" ? translate(locale, "door:codes.part", range) : null;
  const eventTitle = readIn(locale, event.title).text;
  const head = {
    title: [`${eventTitle} - ${translate(locale, `door:codes.pdf.${format}`)}`, part].filter(Boolean).join(", "),
    author: settings.organisation,
    locale,
    at: clock(),
    margin: 0,
  };
  const when = `${writtenDay(locale, franceDay(event.startsAt))}, ${hourText(locale, event.startsAt)}`;
  if (format === "entrance") {
    const to = `${settings.publicUrl}${locale === "en" ? "/en" : ""}/dashboard/events/${eventId}/qrcode`;
    const texts = { heading: translate(locale, "door:codes.pdf.scanHere"), text: translate(locale, "door:codes.pdf.entranceText") };
    return entrancePoster(head, { ...texts, eventTitle, when: `${when}, ${event.placeName}`, to });
  }
  const fields = items.map(({ name, code, letters, partySize, quota, answers: given }) => ({
    ...{ code, letters: writtenCode(letters) },
    name: partySize > 1 ? `${name} + ${partySize - 1}` : name,
    about: readIn(locale, quota).text,
    given,
  }));
  if (format === "attendance") {
    const total = translate(locale, "door:codes.pdf.total", { count: people });
    return attendanceSheet(head, {
      about: [when, event.placeName].filter(Boolean).join(", "),
      total: part ? `${total}. ${part}` : total,
      lines: fields.map(({ name, about, letters, given }) => ({
        ...{ name, quota: about, letters },
        answers: answers ? answersLine(services, locale, given) : "",
      })),
    });
  }
  return fieldSheet(head, grids[format], fields, eventTitle);
}

/** What one person answered, each after its question. */
function answersLine({ translate }: Pick<Deps, "translate">, locale: Locale, given: readonly EventAnswer[]): string {
  const shown = given.filter(({ erased }) => !erased);
  const texts = shown.map(({ kind, label, answer, choice }) => {
    const chosen = choice ? readIn(locale, choice).text : answer;
    const text = kind === "flag" ? translate(locale, answer === "yes" ? "event-questions:yes" : "event-questions:no") : chosen;
    return `${readIn(locale, label).text}${locale === "fr" ? "\u00a0" : ""}: ${text}`;
  });
  return texts.join("\n");
}

type Head = Parameters<typeof drawnPdf>[0];
type Grid = (typeof grids)["labels" | "badges"];
type Pdf = PDFKit.PDFDocument;
type Part = PDFKit.PDFStructureElement;
type Field = { name: string; code: string; letters: string; about: string };

function fieldSheet(head: Head, grid: Grid, fields: Field[], eventTitle: string): Promise<Uint8Array> {
  const perPage = grid.columns * grid.rows;
  return drawnPdf(head, async (pdf, whole) => {
    for (const [index, field] of fields.entries()) {
      // Other requests run between some fields of a long sheet.
      if (index % fieldsAtOnce === fieldsAtOnce - 1) await setImmediate();
      const place = index % perPage;
      if (place === 0 && index > 0) pdf.addPage();
      const x = (grid.left + (place % grid.columns) * grid.width) * mm;
      const y = (grid.top + Math.floor(place / grid.columns) * grid.height) * mm;
      drawField(pdf, whole, grid, { ...field, eventTitle }, { x, y });
    }
  });
}

/** The fields that are drawn without a pause, some milliseconds together. */
const fieldsAtOnce = 5;

/** The sizes of the texts of a field, and millimetres from its top. */
const lines = {
  labels: { name: 10, about: [14, 8], event: [21, 7] },
  badges: { name: 14, about: [19, 10], event: [28, 9] },
} as const;

/** One field: the code with its letters, and beside it whose it is and for what. */
function drawField(pdf: Pdf, whole: Part, grid: Grid, field: Field & { eventTitle: string }, { x, y }: { x: number; y: number }) {
  const inset = 4 * mm;
  const side = grid.code * mm;
  const top = y + (grid.height * mm - side) / 2 - 3 * mm;
  const write = (text: string, at: { x: number; y: number; width: number; height: number }, size: number, font: "text" | "strong") => {
    const draw = () =>
      void pdf
        .font(font)
        .fontSize(size)
        .fillColor("#000")
        .text(text, at.x, at.y, { ...at, ellipsis: true });
    whole.add(pdf.struct("P", {}, draw));
  };
  // The box is not in the types of the package yet.
  const figure = { alt: `${field.name}, ${field.letters}`, bbox: [x + inset, top, x + inset + side, top + side] };
  whole.add(pdf.struct("Figure", figure, () => drawQrCode(pdf, field.code, { x: x + inset, y: top, side })));
  write(field.letters, { x: x + inset, y: top + side + 1.5 * mm, width: side + 2 * mm, height: 5 * mm }, 8.5, "strong");
  const beside = { x: x + side + 2 * inset, width: grid.width * mm - side - 3 * inset };
  const { name, about, event } = lines[grid.lines];
  write(field.name, { ...beside, y: top, height: (about[0] - 1) * mm }, name, "strong");
  write(field.about, { ...beside, y: top + about[0] * mm, height: 6 * mm }, about[1], "text");
  write(field.eventTitle, { ...beside, y: top + event[0] * mm, height: 6 * mm }, event[1], "text");
}

type Poster = { heading: string; text: string; eventTitle: string; when: string; to: string };

function entrancePoster(head: Head, { heading, text, eventTitle, when, to }: Poster): Promise<Uint8Array> {
  const side = 110 * mm;
  const x = (210 * mm - side) / 2;
  const width = 170 * mm;
  return drawnPdf(head, (pdf, whole) => {
    const write = (tag: string, words: string, y: number, size: number, strong = false) => {
      const draw = () =>
        void pdf
          .font(strong ? "strong" : "text")
          .fontSize(size)
          .fillColor("#000")
          .text(words, 20 * mm, y, { width, align: "center", height: 40 * mm, ellipsis: true });
      whole.add(pdf.struct(tag, {}, draw));
    };
    write("H1", heading, 25 * mm, 38, true);
    const top = 75 * mm;
    const figure = { alt: to, bbox: [x, top, x + side, top + side] };
    whole.add(pdf.struct("Figure", figure, () => drawQrCode(pdf, to, { x, y: top, side })));
    write("P", text, 197 * mm, 18);
    write("P", eventTitle, 240 * mm, 20, true);
    write("P", when, 258 * mm, 14);
  });
}
