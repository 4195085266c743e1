import { on } from "#backend/http/routes";
import { keptFormsApi } from "#contract/accounts/kept-forms";
import { browserKey, setBrowserKey } from "./browser-key.ts";
import { forgetForm, forgetOthers, keep, openKept } from "./keeping.ts";
import { accountOf, markOf } from "./page-marks.ts";

export const keptFormRoutes = [
  on(keptFormsApi.keep, async ({ db, clock, settings, limits, clientAddress, http, body: { mark, ...content } }) => {
    const userId = accountOf(settings.sessionSecrets, mark);
    if (!userId) return { kept: false };
    await limits.take("keptFormByAddress", clientAddress);
    const token = await keep(db, clock(), { token: browserKey(http, settings), userId, content });
    if (token) setBrowserKey(http, settings, token);
    return { kept: token !== null };
  }),

  on(keptFormsApi.ofPage, async ({ db, clock, settings, actor, http, query: { path } }) => {
    const mark = markOf(settings.sessionSecrets, actor.id);
    const token = browserKey(http, settings);
    if (!token) return { mark, kept: null, ofOther: false };
    const { opened, ofOther } = await openKept(db, clock(), { token, userId: actor.id });
    return { mark, kept: opened.find(({ content }) => content.path === path)?.content ?? null, ofOther };
  }),

  on(keptFormsApi.forget, async ({ db, clock, settings, actor, http, query: { path, form = "" } }) => {
    const token = browserKey(http, settings);
    if (!token) return { success: true as const };
    if (path) await forgetForm(db, clock(), { token, userId: actor.id, path, form });
    else await forgetOthers(db, { token, userId: actor.id });
    return { success: true as const };
  }),
];
