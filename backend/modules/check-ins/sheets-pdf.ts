import { recordChange } from "#backend/audit/recording";
import type { Db } from "#backend/db/client";
import type { Actor } from "#backend/http/actor";
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
import { fieldSheet } from "./field-sheet.ts";

type Deps = Pick<Services, "db" | "clock" | "settings" | "translate">;
type Options = { format: SheetFormat; quotaId?: string; page: number; answers?: "yes"; locale: Locale };

/** Points of a millimetre. */
const mm = 72 / 25.4;

/** The codes of an event to print: one field for each person with the letters under the code, the list to tick, or the poster of the entrance. */
export async function codeSheet(services: Deps, actor: Actor, eventId: string, options: Options): Promise<Uint8Array> {
  const { format, quotaId, page, answers, locale } = options;
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
    return entrancePoster(head, { ...texts, eventTitle, when: [when, event.placeName].filter(Boolean).join(", "), to });
  }
  await recordSheet(db, actor, eventId, { ...options, rows: items.length });
  const fields = items.map(({ name, code, letters, partySize, quota, answers: given }) => ({
    ...{ code, letters: writtenCode(letters) },
    name: partySize > 1 ? `${name} + ${partySize - 1}` : name,
    about: readIn(locale, quota).text,
    under: eventTitle,
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
  return fieldSheet(head, format, fields);
}

/** A sheet names people, as a list that is exported does. */
async function recordSheet(db: Db, actor: Actor, event: string, { format, quotaId, page, answers, rows }: Options & { rows: number }) {
  const shown = format === "attendance" ? answers : undefined;
  const query = new URLSearchParams({ event, format, ...(quotaId && { quotaId }), page: String(page), ...(shown && { answers: shown }) });
  await recordChange(db, actor, {
    action: "list.export",
    entityType: "list",
    entityId: "/dashboard/admin/events/{id}/qrcodes.pdf",
    after: { query: query.toString(), rows },
  });
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
