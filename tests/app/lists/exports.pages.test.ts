import { parse } from "csv-parse/sync";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articles } from "#backend/modules/articles/tables";
import { auditLog } from "#backend/modules/audit/tables";
import { addPerson, signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { readZip } from "#tests/support/zip";

const list = "/dashboard/admin/news";
const traps = ['=HYPERLINK("http://elsewhere.example")', "+1+1", "-2+3", "@SUM(A1)", "\t=1+1", "\r=1+1", "＝1+1"];
const plain = ["Éclair « d’été » à Nîmes, demain", 'Trois "guillemets"', "Deux\nlignes", "<b>&amp;", "0612345678"];
const header = ["Titre", "État", "Anglais", "Par", "Équipe", "En ligne", "Modifié"];

let site: Site;
let admin: { id: string; cookie: string };
beforeAll(async () => {
  site = await startSite();
  admin = await signIn(site.backend, { role: "ADMIN" });
  const author = await addPerson(site.backend, { role: "VOLUNTEER", firstName: "=Zoé", lastName: "Énault" });
  const values = [...traps, ...plain].map((title, index) => ({
    title: { fr: title },
    lead: { fr: "" },
    body: { fr: "Texte piégé." },
    status: "published" as const,
    publishedAt: new Date(Date.UTC(2026, 5, 1, 22, index)),
    updatedAt: new Date(Date.UTC(2026, 0, 1, 9, index)),
    authorId: author.id,
    updatedBy: author.id,
  }));
  const drafts = Array.from({ length: 120 }, (_, index) => ({
    title: { fr: `Brouillon ${String(index).padStart(3, "0")}` },
    lead: { fr: "" },
    body: { fr: "" },
    authorId: author.id,
    updatedBy: author.id,
  }));
  await site.backend.services.db.insert(articles).values([...values, ...drafts]);
});
afterAll(() => site.backend.close());

const exported = async (ending: "csv" | "xlsx", search: string, prefix = "") => {
  const response = await site.visit(`${prefix}${list}/export.${ending}${search}`, { cookie: admin.cookie });
  expect(response.status).toBe(200);
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

async function csvRows(search: string, prefix = ""): Promise<string[][]> {
  return parse((await exported("csv", search, prefix)).bytes, { bom: true, relaxColumnCount: false }) as string[][];
}

/** The cells of a workbook's sheet as a reader shows them, each with its type: "s" or "inlineStr" is a text, "n" a number. */
async function xlsxCells(search: string) {
  const files = readZip((await exported("xlsx", search)).bytes);
  const unescaped = (text: string) =>
    text
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&quot;/g, '"')
      .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      .replace(/&amp;/g, "&");
  const strings = [...(files.get("xl/sharedStrings.xml") ?? "").matchAll(/<si>.*?<t[^>]*>(.*?)<\/t>.*?<\/si>/gs)].map(([, text = ""]) =>
    unescaped(text),
  );
  const sheet = files.get("xl/worksheets/sheet1.xml") ?? "";
  const rows = [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = "", inside = ""]) => {
      const type = / ?t="(\w+)"/.exec(attributes)?.[1] ?? "n";
      const value = /<(?:v|t)[^>]*>(.*?)<\/(?:v|t)>/s.exec(inside)?.[1] ?? "";
      return { type, text: type === "s" ? (strings[Number(value)] ?? "") : unescaped(value) };
    }),
  );
  return { sheet, rows };
}

const firstOf = (rows: string[][]) => rows.slice(1).map(([title]) => title);

describe("as CSV", () => {
  test("the file begins with a byte order mark, preserves accents and is not cached", async () => {
    const { headers, bytes } = await exported("csv", "?status=published");
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect([headers.get("content-type"), headers.get("content-disposition"), headers.get("cache-control")]).toEqual([
      "text/csv; charset=utf-8",
      'attachment; filename="articles.csv"',
      "no-store",
    ]);
    const rows = await csvRows("?status=published");
    expect(rows[0]).toEqual(header);
    expect(firstOf(rows)).toEqual(expect.arrayContaining(plain));
  });

  test("no cell begins as a formula, whichever column it is in", async () => {
    const rows = await csvRows("?status=published");
    expect(rows).toHaveLength(1 + traps.length + plain.length);
    for (const cell of rows.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    expect(firstOf(rows)).toEqual(expect.arrayContaining(traps.map((trap) => `'${trap.replace(/^\s/, "$&'")}`)));
    expect(rows[1]?.[3]).toBe("'=Zoé Énault");
  });

  test("filters and order are those of the list, and every page is there", async () => {
    const drafts = Array.from({ length: 120 }, (_, index) => `Brouillon ${String(index).padStart(3, "0")}`);
    expect(firstOf(await csvRows("?status=draft&sort=title&order=asc&page=3&perPage=10"))).toEqual(drafts);
    expect(firstOf(await csvRows("?status=draft&sort=title&order=desc"))).toEqual(drafts.toReversed());
    expect(firstOf(await csvRows("?q=eclair"))).toEqual([plain[0]]);
    expect(await csvRows("?q=introuvable")).toEqual([header]);
  });

  test("times are local to France, and texts in the page's language", async () => {
    const [, row] = await csvRows("?q=eclair");
    expect(row?.slice(1)).toEqual(["Publié", "Aucun", "'=Zoé Énault", "National", "2026-06-02 00:07", "2026-01-01 10:07"]);
    const [english] = await csvRows("?q=eclair", "/en");
    expect(english?.[0]).toBe("Title");
  });
});

describe("as XLSX", () => {
  test("the workbook opens, and its cells are the list's, every one a text and none a formula", async () => {
    const { headers } = await exported("xlsx", "?status=published");
    expect(headers.get("content-type")).toBe("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    expect(headers.get("content-disposition")).toBe('attachment; filename="articles.xlsx"');
    const { sheet, rows } = await xlsxCells("?status=published&sort=publishedAt&order=asc");
    expect(sheet).not.toContain("<f>");
    expect(rows.map(([title]) => title?.text.trim())).toEqual([header[0], ...[...traps, ...plain].map((title) => title.trim())]);
    expect(rows[0]?.map(({ text }) => text)).toEqual(header);
    for (const cell of rows.flat()) expect(cell.type).not.toBe("n");
  });

  test("filters and order are those of the list", async () => {
    const { rows } = await xlsxCells("?status=draft&sort=title&order=desc");
    expect([rows.length, rows[1]?.[0]?.text, rows.at(-1)?.[0]?.text]).toEqual([121, "Brouillon 119", "Brouillon 000"]);
  });
});

const exportsLogged = () =>
  site.backend.services.db.select().from(auditLog).where(eq(auditLog.action, "list.export")).orderBy(desc(auditLog.seq));

test.each(["csv", "xlsx"] as const)(
  "each %s that leaves is written down: who, which list, which filters, how many rows",
  async (ending) => {
    const before = (await exportsLogged()).length;
    await exported(ending, "?status=draft&q=");
    const entries = await exportsLogged();
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({
      actorId: admin.id,
      entityId: "/dashboard/admin/news/export.csv",
      changes: { query: { after: "status=draft&q=" }, rows: { after: 120 } },
    });
  },
);

test.each(["csv", "xlsx"])("%s is for administrators only, and a refusal is not logged as an export", async (ending) => {
  const before = (await exportsLogged()).length;
  const address = `${list}/export.${ending}`;
  const stranger = await site.visit(address);
  expect([stranger.status, stranger.headers.get("location")]).toEqual([302, `/login?redirectTo=${encodeURIComponent(address)}`]);
  for (const role of ["VOLUNTEER", "BENEFICIARY", "DONATOR_MERCHANT", "DONATOR_INDIVIDUAL"] as const) {
    const { cookie } = await signIn(site.backend, { role });
    const refused = await site.visit(address, { cookie });
    expect([role, refused.status, refused.headers.get("location"), await refused.text()]).toEqual([role, 302, "/", ""]);
  }
  expect(await exportsLogged()).toHaveLength(before);
});
