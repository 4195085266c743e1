import { parse } from "csv-parse/sync";
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { press } from "#backend/modules/press/tables";
import { recentCounts } from "#backend/modules/tasks/recent-counts";
import { exportsApi, maxRowsInExportRequest } from "#contract/accounts/exports";
import { maxRowsInRequest } from "#contract/accounts/tasks";
import { signIn } from "#tests/support/people";
import { type Site, startSite } from "#tests/support/site";
import { addCuttings, runDue, runOneChunk } from "#tests/support/tasks";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.backend.close());

const many = maxRowsInRequest + 1;
const textOf = async (answer: Response | Promise<Response>) => (await (await answer).text()).replaceAll(/[\u00a0\u202f]/g, " ");

/** An administrator before a list of many press cuttings, of which the first two are archived. */
async function beforeList() {
  await site.backend.services.db.delete(press);
  const ids = await addCuttings(site.backend, many);
  await site.backend.services.db
    .update(press)
    .set({ status: "archived" })
    .where(inArray(press.id, ids.slice(0, 2)));
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const bulk = "/dashboard/admin/press/bulk?all=1&action=published&query.sort=position";
  const start = async () => {
    const answer = await site.visit(bulk, { cookie, form: {} });
    return { status: answer.status, path: new URL(answer.headers.get("location") ?? "", "http://local").pathname };
  };
  return { ids, cookie, bulk, start, open: (path: string, by = cookie) => textOf(site.visit(path, { cookie: by })) };
}

test("without script: the preview says how many and who is left out, the confirmation leads to the task, and that to each exception", async () => {
  const { ids, bulk, start, open, cookie } = await beforeList();
  const preview = await open(bulk);
  expect(preview).toContain(`Publier ${many - 2} fiches ?`);
  expect(preview).toContain("2 fiches resteront telles quelles");
  expect(preview).toContain(`Vous en avez choisi ${many} : le travail se fait en arrière-plan`);
  const { status, path } = await start();
  expect([status, path]).toEqual([303, expect.stringMatching(/^\/account\/tasks\/[\da-f-]{36}$/)]);
  const waiting = await open(path);
  for (const text of [
    `Publier ${many} fiches`,
    "Le travail va commencer.",
    `aria-valuetext="0 sur ${many}"`,
    "Vous pouvez fermer cette page",
    "Arrêter là",
    'http-equiv="refresh"',
  ])
    expect(waiting).toContain(text);
  expect(waiting).toContain(">Actualiser</a>");
  expect(await open("/dashboard")).toContain("Mes tâches (1 en cours)");
  await runOneChunk(site.backend);
  expect(await open(path)).toMatch(/"(?:10|25) sur 201"/);
  await runDue(site.backend);
  const over = await open(path);
  for (const text of [
    `${many - 2} fiches publiées`,
    "2 exceptions",
    "Article 0",
    "Article 1",
    "elle est archivée, rouvrez-la d’abord en brouillon",
  ])
    expect(over).toContain(text);
  expect(over).toMatch(/href="\/dashboard\/admin\/audit-log\?q=[^"]+"/);
  expect(over).toContain(`href="/dashboard/admin/press/${ids[0]}/edit"`);
  expect(over).not.toContain(">Arrêter là<");
  expect(over).toMatch(/<ol[^>]*><li[^>]*><a [^>]*href="\/account\/tasks"[^>]*>Mes tâches<\/a>/);
  const english = await textOf(site.visit(`/en${path}`, { cookie }));
  expect(english).toContain(`Publish ${many} records`);
});

test("the menu of the person lists what is under way with its numbers, and files that can be fetched", async () => {
  const { cookie, start, open } = await beforeList();
  const { path } = await start();
  const { task: id } = await (
    await site.backend.request(exportsApi.start.path, {
      method: "POST",
      cookie,
      json: { list: "/dashboard/admin/press/export.csv", params: {}, query: "q=article", listQuery: { q: "article" } },
    })
  ).json();
  const menuOf = async (by: string) => /id="user-menu-bar".*?<\/form>/s.exec(await open("/dashboard", by))?.[0] ?? "";
  const before = await menuOf(cookie);
  expect(before).toContain("Mes tâches (2 en cours)");
  expect(before).toMatch(new RegExp(`href="${path}"[^>]*>Publier ${many} fiches</a><span[^>]*>0 sur ${many}<`));
  expect(before).not.toContain("export.csv");
  await runDue(site.backend);
  recentCounts.clear();
  const after = await menuOf(cookie);
  expect(after).not.toContain(path);
  for (const kind of ["csv", "xlsx"]) expect(after).toContain(`href="/dashboard/admin/press/export.${kind}?q=article&amp;task=${id}"`);
  const { cookie: other } = await signIn(site.backend, { role: "ADMIN" });
  expect(await menuOf(other)).not.toContain(id);
});

test("the end of a task is in the inbox until its page is opened, which a page that is fetched ahead of time is not", async () => {
  const { start, open, cookie } = await beforeList();
  const { path } = await start();
  await runDue(site.backend);
  expect(await open("/account/inbox?unread=true")).toContain(`Publier ${many} fiches : c’est fini, ${many - 2} sur ${many}, 2 exceptions`);
  await site.visit(path, { cookie, headers: { "sec-purpose": "prefetch" } });
  expect(await open("/account/inbox?unread=true")).toContain(`Publier ${many} fiches : c’est fini`);
  await open(path);
  expect(await open("/account/inbox?unread=true")).toContain("Vous avez tout lu.");
});

test("the result line by line is a file, for the owner alone", async () => {
  const { ids, start, cookie } = await beforeList();
  const { path } = await start();
  const file = `${path}/result.csv`;
  await runDue(site.backend);
  const csv = await site.visit(file, { cookie });
  expect([csv.status, csv.headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  const rows = parse(Buffer.from(await csv.arrayBuffer()), { bom: true }) as string[][];
  expect(rows.slice(0, 4)).toEqual([
    ["Ligne", "Nom", "Résultat", "Raison", "Identifiant"],
    ["1", "Article 0", "Laissé tel quel", "elle est archivée, rouvrez-la d’abord en brouillon", ids[0]],
    ["2", "Article 1", "Laissé tel quel", "elle est archivée, rouvrez-la d’abord en brouillon", ids[1]],
    ["3", "Article 2", "Fait", "", ids[2]],
  ]);
  expect(rows).toHaveLength(many + 1);
  const { cookie: other } = await signIn(site.backend, { role: "ADMIN" });
  expect((await site.visit(file, { cookie: other })).status).toBe(404);
});

test("without script: a publication is taken back with a button, by another task, and then no more", async () => {
  const { start, open, cookie } = await beforeList();
  const { path } = await start();
  await runDue(site.backend);
  const over = await open(path);
  for (const text of ['value="undo"', "Annuler est possible jusqu’au", "Les fiches encore publiées redeviennent des brouillons"])
    expect(over).toContain(text);
  const undone = await site.visit(path, { cookie, form: { intent: "undo" } });
  const undoing = undone.headers.get("location") ?? "";
  expect([undone.status, undoing]).toEqual([303, expect.stringMatching(/^\/account\/tasks\/[\da-f-]{36}$/)]);
  await runDue(site.backend);
  expect(await open(undoing)).toContain(`${many - 2} fiches remises en brouillon`);
  expect(await open(path)).not.toContain('value="undo"');
  expect((await site.visit(path, { cookie, form: { intent: "undo" } })).headers.get("location")).toBe(path);
});

test("a task is stopped with a button, without script, and then says so", async () => {
  const { start, open, cookie } = await beforeList();
  const { path } = await start();
  const answer = await site.visit(path, { cookie, form: {} });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
  expect(await open(path)).toContain("Arrêtée par vous");
  const again = await site.visit(path, { cookie, form: {} });
  const toast = again.headers.getSetCookie().map((line) => line.split(";")[0]);
  expect(await open(path, [cookie, ...toast].join("; "))).toContain("La tâche était déjà finie.");
  expect(await open("/account/tasks")).toContain("Arrêtée par vous");
});

test("the tasks of others are not found, nor stopped", async () => {
  const { start, open } = await beforeList();
  const { path } = await start();
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  expect((await site.visit(path, { cookie })).status).toBe(404);
  expect((await site.visit(path, { cookie, form: {} })).status).toBe(404);
  expect(await open("/account/tasks", cookie)).toContain("Aucune tâche pour l’instant.");
  expect(await open(path)).toContain("Le travail va commencer.");
  expect((await site.visit("/account/tasks/none", { cookie })).status).toBe(404);
});

test("a long list is exported by a task: its rows are its owner's, in both formats", async () => {
  await site.backend.services.db.delete(press);
  const count = maxRowsInExportRequest + 1;
  await addCuttings(site.backend, count);
  const { cookie } = await signIn(site.backend, { role: "ADMIN" });
  const answer = await site.visit("/en/dashboard/admin/press/export.csv?q=article&columns=title", { cookie });
  expect(answer.status).toBe(303);
  const { pathname } = new URL(answer.headers.get("location") ?? "", "http://local");
  const waiting = (await textOf(site.visit(pathname, { cookie }))).replace(/<script\b.*?<\/script>/gs, "");
  expect([waiting.includes('aria-valuetext="Waiting"'), /\b0 (\/|of) 0\b/.test(waiting.replace(/<[^>]*>/g, ""))]).toEqual([true, false]);
  const tasks = (await textOf(site.visit("/en/account/tasks", { cookie }))).replace(/<[^>]*>/g, "");
  expect(tasks).not.toContain("0 of 0");
  await runDue(site.backend);
  const html = await textOf(site.visit(pathname, { cookie }));
  const [, address = ""] = /href="([^"]+\.csv\?[^"]+)"/.exec(html) ?? [];
  const file = address.replaceAll("&amp;", "&");
  expect(file).toMatch(/^\/en\/dashboard\/admin\/press\/export\.csv\?q=article&columns=title&task=[\da-f-]{36}$/);
  const csv = await site.visit(file, { cookie });
  expect([csv.status, csv.headers.get("content-type"), csv.headers.get("cache-control")]).toEqual([
    200,
    "text/csv; charset=utf-8",
    "no-store, no-transform",
  ]);
  const rows = parse(Buffer.from(await csv.arrayBuffer()), { bom: true }) as string[][];
  expect([rows.length, new Set(rows.map(([title]) => title)).size]).toEqual([count + 1, count + 1]);
  const workbook = await site.visit(file.replace(".csv", ".xlsx"), { cookie });
  expect([workbook.status, (await workbook.arrayBuffer()).byteLength > 10_000]).toEqual([200, true]);
  const { cookie: other } = await signIn(site.backend, { role: "ADMIN" });
  expect((await site.visit(file, { cookie: other })).status).toBe(404);
}, 120_000);

test("a sixth task is not started: the page leads to one's tasks and says why", async () => {
  const { start, open, cookie, bulk } = await beforeList();
  for (let at = 0; at < 5; at += 1) expect((await start()).status).toBe(303);
  const answer = await site.visit(bulk, { cookie, form: {} });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/account/tasks"]);
  const toast = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  expect(await open("/account/tasks", [cookie, ...toast].join("; "))).toContain("5 de vos tâches attendent ou avancent déjà.");
});
