import { everywherePermissions } from "#contract/accounts/permissions";
import { roles } from "#contract/accounts/roles";
import { contentNames } from "#contract/publishing/content-names";
import { formats } from "./endpoints";
import { addGift, aReceipt, openGifts } from "./gifts";
import { formsIn, type PageForm } from "./page-forms";
import { addPerson, cookiesOf, standing } from "./people";
import { fillIn } from "./registration";
import { addRecords, servedPages } from "./served-pages";
import type { Site } from "./site";

/** A form, and who found it where. A form with several named buttons is there once for each of them. */
export type FoundForm = PageForm & { by: string; from: string };

type Reader = { name: string; opens: (path: string) => boolean; cookie: () => Promise<string | undefined> | string | undefined };

const steps = ["person", "place", "wishes", "driving", "needs", "siret", "company", "pickup", "identity"].map((step) => `?step=${step}`);

/** Every form that each kind of reader finds on any page, the routes with an action on which nobody did, and a way to send one. */
export async function everyForm(site: Site) {
  const { backend } = site;
  const { readers, urlOf } = await addReaders(site);
  const pages = servedPages(site.build).filter(({ path }) => path !== "/logout");
  const forms = new Map<string, FoundForm>();
  const opened = async (cookie: string | undefined, address: string) => {
    const page = await site.visit(address, { cookie });
    return { address, html: page.status === 200 ? await page.text() : "" };
  };
  const collect = (reader: Reader, { address, html }: { address: string; html: string }) => {
    const [from = ""] = address.split("?");
    for (const form of formsIn(html, address).flatMap(withEachButton)) {
      const action = form.action.startsWith("?") ? from + form.action : form.action;
      const buttons = form.fields.filter(({ type }) => isButton(type)).map(({ value }) => value);
      const key = [reader.name, action, ...form.fields.map(({ name }) => name), ...buttons].join(" ");
      if (!action.endsWith("/logout")) forms.set(key, { ...form, action, by: reader.name, from: address });
    }
  };
  for (const reader of readers) {
    const cookie = await reader.cookie();
    const paths = pages.filter(({ path, hasPage }) => hasPage && reader.opens(path)).map(({ path }) => path);
    const addresses = paths.flatMap((path) => queriesOf(path).map((query) => urlOf(path, "") + query));
    // In the order of the addresses, not of the responses: each run sends the forms in the same order.
    for (let at = 0; at < addresses.length; at += atOnce)
      for (const page of await Promise.all(addresses.slice(at, at + atOnce).map((address) => opened(cookie, address))))
        collect(reader, page);
  }
  const found = [...forms.values()];
  const pathOf = ({ action }: { action: string }) => action.split("?")[0] ?? "";
  const posted = new Set(found.map(pathOf));
  const routes = pages.filter(({ hasAction }) => hasAction).map(({ path }) => ({ path, url: urlOf(path, "") }));
  return {
    forms: found,
    /** Routes on which nobody found a form, with the fields that actions usually read. */
    unseen: routes
      .filter(({ url }) => !posted.has(url))
      .map(({ path, url }) => ({ path, form: { by: isInside(path) ? "ADMIN" : "visitor", from: url, action: url, fields: usualForm } })),
    routeOf: (form: FoundForm) => routes.find(({ url }) => url === pathOf(form))?.path,
    /** A session of its own for each: a form may end those before it. */
    send: async ({ by, action, from }: FoundForm, form: Record<string, string>, referer = from) => {
      const cookie = await readers.find(({ name }) => name === by)?.cookie();
      return site.visit(action, { cookie, form, headers: { referer: backend.services.settings.publicUrl + referer } });
    },
  };
}

const atOnce = 6;
/** A page for several rows shows its form for all of them; a way in has its steps. */
const queriesOf = (path: string) => (path.startsWith("/register/") ? ["", ...steps] : /\/(bulk|set|write)$/.test(path) ? ["?all=1"] : [""]);

/** A route of content is the same for each subject. */
const contentPath = new RegExp(`^/dashboard/admin/(${contentNames.join("|")})(?=/|$)`);
export const subjectOf = (path: string) => path.replace(contentPath, "/dashboard/admin/{content}");

/** What the actions read whose form nobody finds. */
const usual = [
  "intent",
  "action",
  "ids",
  "id",
  "reason",
  "version",
  "name",
  "email",
  "token",
  "title.fr",
  "message",
  "date",
  "amount",
  "step",
];
const usualForm = usual.map((name) => ({ name, type: "text", value: name === "ids" || name === "id" ? formats.uuid : "" }));
const isButton = (type: string) => ["button", "submit"].includes(type);

function withEachButton(form: PageForm): PageForm[] {
  const buttons = form.fields.filter(({ type }) => isButton(type));
  if (buttons.length < 2) return [form];
  return buttons.map((one) => ({ ...form, fields: form.fields.filter((field) => field === one || !isButton(field.type)) }));
}

/** A visitor, somebody of each role, of each state that has a page of its own, a donor without account, and somebody who registers. */
async function addReaders(site: Site): Promise<{ readers: Reader[]; urlOf: Awaited<ReturnType<typeof addRecords>> }> {
  const { backend } = site;
  const readers: Reader[] = [{ name: "visitor", opens: (path) => !isInside(path), cookie: () => undefined }];
  const ids = new Map<string, string>();
  for (const role of roles) {
    const permissions = role === "ADMIN" ? [...everywherePermissions] : [];
    const { id } = await addPerson(backend, { role, permissions });
    ids.set(role, id);
    const opens = (path: string) => isInside(path) && (role === "ADMIN" || role === "VOLUNTEER" || !path.startsWith("/dashboard/admin/"));
    readers.push({ name: role, opens, cookie: () => cookiesOf(backend, id) });
  }
  for (const [path, state] of Object.entries(standing)) {
    const { id } = await addPerson(backend, { role: "BENEFICIARY", ...state });
    readers.push({ name: `student at ${path}`, opens: (one) => one === path, cookie: () => cookiesOf(backend, id) });
  }
  const admin = await cookiesOf(backend, ids.get("ADMIN") ?? "");
  const urlOf = await addRecords(site, { admin, authorId: ids.get("VOLUNTEER") ?? "" });
  const gift = await addGift(backend, { email: "lou@example.org", ...aReceipt });
  const donor = await openGifts(backend, gift.email);
  readers.push({ name: "donor", opens: (path) => path.startsWith("/donations/"), cookie: () => donor });
  const draft = await fillIn(backend, "volunteer");
  readers.push({ name: "registering", opens: (path) => path.startsWith("/register/"), cookie: () => draft });
  return { readers, urlOf };
}

const isInside = (path: string) => /^\/(dashboard|account)(\/|$)/.test(path);
