import { done, on } from "#backend/http/routes";
import { storedFormsApi } from "#contract/accounts/stored-forms";
import { browserKey, setBrowserKey } from "./browser-key.ts";
import { accountOf, markOf } from "./page-marks.ts";
import { forgetForm, forgetOthers, openStored, storeForm } from "./storing.ts";

export const storedFormRoutes = [
  on(storedFormsApi.store, async ({ db, clock, settings, limits, network, http, body: { mark, ...content } }) => {
    const userId = accountOf(settings.sessionSecrets, mark);
    if (!userId) return { stored: false };
    await limits.take("storedFormByNetwork", network);
    const token = await storeForm(db, clock(), { token: browserKey(http, settings), userId, content });
    if (token) setBrowserKey(http, settings, token);
    return { stored: token !== null };
  }),

  on(storedFormsApi.ofPage, async ({ db, clock, settings, actor, http, query: { path } }) => {
    const mark = markOf(settings.sessionSecrets, actor.id);
    const token = browserKey(http, settings);
    if (!token) return { mark, stored: null, ofOther: false };
    const { opened, ofOther } = await openStored(db, clock(), { token, userId: actor.id });
    return { mark, stored: opened.find(({ content }) => content.path === path)?.content ?? null, ofOther };
  }),

  on(storedFormsApi.forget, async ({ db, clock, settings, actor, http, query: { path, form = "" } }) => {
    const token = browserKey(http, settings);
    if (!token) return done;
    if (path) await forgetForm(db, clock(), { token, userId: actor.id, path, form });
    else await forgetOthers(db, { token, userId: actor.id });
    return done;
  }),
];
