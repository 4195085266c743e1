import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sectors } from "#backend/modules/sectors/tables";
import { everywherePermissions, sectorPermissions } from "#contract/accounts/permissions";
import { everyEndpoint } from "#tests/support/endpoints";
import { signIn } from "#tests/support/people";
import { addEntrusted, addressesOf, type Entrusted, entrusted, entrustedIn, filePaths, textOf } from "#tests/support/restricted";
import { servedPages } from "#tests/support/served-pages";
import { type Site, startSite } from "#tests/support/site";

let site: Site;
let reader: string;
let other: string;
let coordinators: Record<"here" | "elsewhere" | "withoutFiles", string>;
let added: Awaited<ReturnType<typeof addEntrusted>>;

beforeAll(async () => {
  site = await startSite();
  const all = await signIn(site.backend, { role: "ADMIN", firstName: "Samira", lastName: "Lefort", permissions: everywherePermissions });
  const most = everywherePermissions.filter((one) => one !== "BENEFICIARY_READ_RESTRICTED");
  reader = all.cookie;
  other = (await signIn(site.backend, { role: "ADMIN", permissions: most })).cookie;
  const about = { kind: "local_team", status: "published" } as const;
  const [team, another] = await site.backend.services.db
    .insert(sectors)
    .values([
      { ...about, slug: "nevers", name: "Nevers", position: 901 },
      { ...about, slug: "moulins", name: "Moulins", position: 902 },
    ])
    .returning();
  if (!team || !another) throw new Error("the teams were not added");
  added = await addEntrusted(site, all.id, team.id);
  pagePaths = await findPagePaths();
  const coordinatorOf = async (sectorId: string, held = sectorPermissions) =>
    (await signIn(site.backend, { role: "VOLUNTEER", sectorId, inSectors: held.map((permission) => ({ permission, sectorId })) })).cookie;
  coordinators = {
    here: await coordinatorOf(team.id),
    elsewhere: await coordinatorOf(another.id),
    withoutFiles: await coordinatorOf(team.id, ["ACCOUNTS_MANAGE", "EXPORT_PERSONAL_DATA"]),
  };
});
afterAll(() => site.backend.close());

type Found = { where: string; what: Entrusted[] };

async function readAll(paths: string[], read: (path: string) => Response | Promise<Response>): Promise<Found[]> {
  const found: Found[] = [];
  for (const path of paths) {
    const answer = await read(path);
    const text = await textOf(answer);
    if (answer.status >= 500) found.push({ where: `${answer.status} ${path}`, what: [] });
    const what = entrustedIn(text);
    if (what.length > 0) found.push({ where: path, what });
  }
  return found;
}

/** Each path once for each of the ids that name a part of the student's file. */
const withIds = (paths: string[], id: RegExp) =>
  paths.flatMap((path) => (id.test(path) ? added.ids.map((one) => path.replace(id, one)) : [path]));

const everything = (found: Found[]) => [...new Set(found.flatMap(({ what }) => what))].sort();

/** Those that begin or end a session are left out. */
async function apiPaths() {
  const endpoints = (await everyEndpoint()).filter(({ method }) => method === "GET").map(({ path }) => path);
  const paths = new Set([...endpoints, ...filePaths()]);
  return withIds(
    [...paths].filter((path) => !path.startsWith("/api/auth/")),
    /:\w+/,
  );
}

/** Every page behind the login, as a document, as its data, and as the data of each of its routes alone. */
async function findPagePaths() {
  const pages = servedPages(site.build).filter(({ path }) => /^\/(dashboard|account)/.test(path));
  const found: { documents: string[]; data: string[]; "data of one route": string[] } = {
    documents: [],
    data: [],
    "data of one route": [],
  };
  for (const page of pages) {
    const addresses = await addressesOf(site, page, added.ids, reader);
    const exports = addresses.filter((path) => /export\.(csv|xlsx)$/.test(path)).map((path) => `${path}?reason=Essai`);
    found.documents.push(...addresses, ...exports);
    found.data.push(...addresses.map((path) => `${path}.data`));
    const alone = addresses.flatMap((path) => chainOf(page.id).map((route) => `${path}.data?_routes=${encodeURIComponent(route)}`));
    found["data of one route"].push(...alone);
  }
  return found;
}

let pagePaths: Awaited<ReturnType<typeof findPagePaths>>;

/** The route of a page and those around it that load something. */
function chainOf(id: string): string[] {
  const { parentId, module } = site.build.routes[id] ?? {};
  return [...(parentId ? chainOf(parentId) : []), ...(module?.loader ? [id] : [])];
}

/** Pages that contain it for permitted readers, as a check that the search would find it. */
const shownAt = /\/(users|documents|verification-chats)\//;
const packedAt = /\/kits(\/|\.data|$)/;

test("the outbox shows no text of a mail that contains them, to any administrator", async () => {
  const paths = ["/api/admin/mails", ...added.mailIds.map((id) => `/api/admin/mails/${id}`)];
  const pages = ["/dashboard/admin/mails", ...added.mailIds.map((id) => `/dashboard/admin/mails/${id}`)];
  for (const cookie of [other, reader]) {
    for (const path of paths) expect([path, (await site.backend.request(path, { cookie })).status]).toEqual([path, 200]);
    for (const path of pages) expect([path, (await site.visit(path, { cookie })).status]).toEqual([path, 200]);
    expect(await readAll(paths, async (path) => site.backend.request(path, { cookie }))).toEqual([]);
    expect(await readAll([...pages, ...pages.map((path) => `${path}.data`)], (path) => site.visit(path, { cookie }))).toEqual([]);
  }
});

describe("an administrator without the right to restricted files, who has every other right", () => {
  test("reads no restricted data, from any endpoint and any export", async () => {
    const read = (cookie: string) => async (path: string) => site.backend.request(path, { cookie });
    const paths = await apiPaths();
    expect(await readAll(paths, read(other))).toEqual([]);
    expect(everything(await readAll(paths, read(reader)))).toEqual(
      [
        "address",
        "allergies",
        "birthDate",
        "bytes",
        "copy",
        "decision",
        "diet",
        "entry",
        "event",
        "fileName",
        "income",
        "message",
        "note",
        "rejection",
        "rent",
        "request",
        "size",
      ].sort(),
    );
  });

  test.each(["documents", "data", "data of one route"] as const)(
    "nor on any page (%s)",
    async (kind) => {
      const paths = pagePaths[kind];
      const read = (cookie: string) => (path: string) => site.visit(path, { cookie });
      expect(await readAll(paths, read(other))).toEqual([]);
      const shown = paths.filter((path) => shownAt.test(path));
      expect(everything(await readAll(shown, read(reader)))).toEqual(
        expect.arrayContaining(["allergies", "birthDate", "diet", "event", "income", "message", "note", "size"]),
      );
      const packed = paths.filter((path) => packedAt.test(path));
      expect(everything(await readAll(packed, read(reader)))).toEqual(expect.arrayContaining(["allergies", "diet"]));
    },
    300_000,
  );

  test("stayed logged in throughout", async () => {
    expect((await site.backend.request("/api/admin/people/beneficiaries", { cookie: other })).status).toBe(200);
  });

  test("finds nobody by texts that they may not read", async () => {
    const search = async (cookie: string) => {
      const answer = await site.backend.request(`/api/admin/audit-log?q=${entrusted.decision}`, { cookie });
      return ((await answer.json()) as { items: unknown[] }).items.length;
    };
    expect([await search(other), await search(reader)]).toEqual([0, 1]);
  });

  test("sees what is withheld, which right is missing and who grants it", async () => {
    const shown = async (path: string) =>
      (await (await site.visit(path, { cookie: other })).text()).replace(/<script\b.*?<\/script>/gs, "");
    const chat = await shown(`/dashboard/admin/verification-chats/${added.chatId}`);
    for (const words of ["2 messages.", "2 justificatifs.", "Lire les dossiers réservés", "Samira Lefort", "Je m’en occupe"])
      expect(chat).toContain(words);
    expect(chat).not.toContain("Lire le dossier et décider");
    for (const path of [
      `/dashboard/admin/documents/${added.pendingId}/view`,
      `/dashboard/admin/users/${added.student.id}/view`,
      `/dashboard/admin/users/pending-approval/${added.student.id}`,
    ])
      expect(await shown(path)).toContain("Samira Lefort");
    expect(await shown(`/en/dashboard/admin/users/${added.student.id}/view`)).toContain("You need the “Read restricted files” right.");
  });

  test("cannot decide about the student, with the reason, and can still take care of the chat", async () => {
    const post = (path: string, json: unknown) => site.backend.request(path, { method: "POST", cookie: other, json });
    const chat = `/api/admin/verification-chats/${added.chatId}`;
    const refused = [
      await post(`/api/admin/verification/${added.student.id}/decision`, { verdict: "accept", documents: [] }),
      await post(`/api/admin/people/${added.student.id}/steps`, { step: "approve" }),
      await post(`/api/admin/papers/${added.pendingId}/decision`, { verdict: "accepted" }),
      await site.backend.request(`${chat}/messages`, { method: "POST", cookie: other, form: { body: "Bonjour" } }),
    ];
    for (const [at, answer] of refused.entries()) expect([at, answer.status, (await answer.json()).code]).toEqual([at, 403, "restricted"]);
    const selection = { ids: [added.student.id] };
    const bulk = await post("/api/admin/people/pending-approval/bulk", { step: "approve", selection, dryRun: false });
    expect(await bulk.json()).toMatchObject({ count: 1, changed: 0, task: null, opened: [], left: [{ obstacles: ["restricted"] }] });
    expect([(await post(`${chat}/owner`, { mine: true })).status, (await post(`${chat}/closing`, {})).status]).toEqual([200, 200]);
    const form = { verdict: "refuse", reason: "Trop tard" };
    const page = await site.visit(`/dashboard/admin/users/pending-approval/${added.student.id}`, { cookie: other, form });
    expect([page.status, (await page.text()).includes("Demandez-le à une personne qui gère les droits")]).toEqual([403, true]);
  });
});

describe("a coordinator", () => {
  /** Where the student is named, or anything of theirs is read. */
  const found = async (paths: string[], read: (path: string) => Response | Promise<Response>) => {
    const where: string[] = [];
    for (const path of paths) {
      const text = await textOf(await read(path));
      if (/needle-of-the-name/i.test(text) || entrustedIn(text).length > 0) where.push(path);
    }
    return where;
  };
  const call = (cookie: string) => (path: string) => site.backend.request(path, { cookie });
  const visit = (cookie: string) => (path: string) => site.visit(path, { cookie });
  const ofStudent = (paths: string[]) => paths.filter((path) => path.includes(added.student.id));

  test("of another team finds neither the student nor anything of theirs, from any endpoint and any export", async () => {
    const paths = await apiPaths();
    expect(await found(paths, call(coordinators.elsewhere))).toEqual([]);
    expect((await found(ofStudent(paths), call(coordinators.here))).length).toBeGreaterThan(1);
  }, 300_000);

  test("without the right to files reads no restricted data of the own team, from any endpoint", async () => {
    expect(await readAll(await apiPaths(), call(coordinators.withoutFiles))).toEqual([]);
  }, 300_000);

  test.each(["documents", "data", "data of one route"] as const)(
    "of another team finds neither on any page (%s)",
    async (kind) => {
      const paths = pagePaths[kind];
      expect(await found(paths, visit(coordinators.elsewhere))).toEqual([]);
      expect((await found(ofStudent(paths), visit(coordinators.here))).length).toBeGreaterThan(1);
    },
    300_000,
  );

  test("has the lists of accounts in the navigation, and nothing of the administration", async () => {
    const shown = async (path: string) => (await site.visit(path, { cookie: coordinators.here })).text();
    const linked = (page: string, names: string[]) => names.filter((name) => page.includes(`href="/dashboard/admin/${name}"`));
    const home = await shown("/dashboard");
    const entries = ["users/pending-approval", "users/volunteers", "verification-chats", "messages"];
    expect(linked(home, entries)).toEqual(entries);
    const closed = ["users/donators", "pledges", "sectors", "mails", "permissions", "audit-log", "privacy"];
    expect(linked(home, closed)).toEqual([]);
    const lists = ["users/volunteers", "users/drivers", "users/beneficiaries"];
    expect(linked(await shown("/dashboard/admin/users/volunteers"), [...lists, "users/donators"])).toEqual(lists);
    const tabs = ["documents", "rights", "history", "privacy", "edit"].map((tab) => `users/${added.student.id}/${tab}`);
    expect(linked(await shown(`/dashboard/admin/users/${added.student.id}/view`), tabs)).toEqual(tabs.slice(0, 1));
  });
});
