import { setImmediate } from "node:timers/promises";
import { drawnPdf } from "#backend/pdf/tagged-pdf";

/** Points of a millimetre. */
const mm = 72 / 25.4;
/** Millimetres of A4: where lines begin and end, the first and last baseline of a page, and the height of a line. */
const page = { left: 18, right: 192, top: 20, bottom: 278, line: 9 };
const columns = { name: 27, quota: 108, letters: 166 };
/** The lines that are drawn without a pause, some milliseconds together. */
const linesAtOnce = 10;

type Head = Parameters<typeof drawnPdf>[0];
/** `answers` are under the name, one on a line; empty where none are printed. */
type Line = { name: string; quota: string; letters: string; answers: string };
/** Points, millimetres where it ends, and how many lines it may take. */
type Style = { size: number; strong?: boolean; to?: number; lines?: number; below?: number };
const answerSize = 9;
/** More than six answers of any length take. */
const mostAnswerLines = 100;
/** Millimetres from the baseline of a name to its answers. */
const answersBelow = 5.5;
type Sheet = { about: string; total: string; lines: Line[] };

/** Who is expected, by name, with a box to tick on paper and the letters of each code. */
export function attendanceSheet(head: Head, { about, total, lines }: Sheet): Promise<Uint8Array> {
  return drawnPdf(head, async (pdf, whole) => {
    let y = page.top;
    const write = (tag: string, text: string, x: number, { size, strong, to = page.right, lines = 1, below = 0 }: Style) => {
      const top = (y + below) * mm;
      const draw = () =>
        void pdf
          .font(strong ? "strong" : "text")
          .fontSize(size)
          .fillColor("#000")
          .text(text, x * mm, top, { width: (to - x) * mm, height: 1.6 * size * lines, ellipsis: true });
      whole.add(pdf.struct(tag, {}, draw));
    };
    write("H1", head.title, page.left, { size: 16, strong: true });
    y += 10;
    write("P", about, page.left, { size: 10.5 });
    y += 6;
    write("P", total, page.left, { size: 10.5, strong: true, lines: 2 });
    y += 12;
    /** Millimetres that answers take: they are printed whole. */
    const heightOf = (answers: string) =>
      answers
        ? pdf
            .font("text")
            .fontSize(answerSize)
            .heightOfString(answers, { width: (page.right - columns.name) * mm }) / mm
        : 0;
    for (const [index, { name, quota, letters, answers }] of lines.entries()) {
      if (index % linesAtOnce === linesAtOnce - 1) await setImmediate();
      const height = page.line + heightOf(answers);
      if (y + height > page.bottom) {
        pdf.addPage();
        y = page.top;
      }
      const rule = (y + height - 3) * mm;
      pdf.markContent("Artifact", { type: "Layout" });
      pdf.lineWidth(1).strokeColor("#000");
      pdf.rect(page.left * mm, (y - 0.5) * mm, 4.5 * mm, 4.5 * mm).stroke();
      pdf.lineWidth(0.5).strokeColor("#999");
      pdf
        .moveTo(page.left * mm, rule)
        .lineTo(page.right * mm, rule)
        .stroke();
      pdf.endMarkedContent();
      write("P", name, columns.name, { size: 11, strong: true, to: columns.quota - 3 });
      write("P", quota, columns.quota, { size: 9, to: columns.letters - 3 });
      write("P", letters, columns.letters, { size: 9 });
      if (answers) write("P", answers, columns.name, { size: answerSize, below: answersBelow, lines: mostAnswerLines });
      y += height;
    }
  });
}
