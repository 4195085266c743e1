import { done, on, type ServedEndpoint } from "#backend/http/routes";
import { withTask } from "#backend/worker/task-kind";
import { franceDay } from "#contract/formats/france-time";
import { articleRecordsApi, articlesApi } from "#contract/publishing/articles";
import { listSectors, listTags, listYears } from "./choices.ts";
import { createArticle, restoreRevision, updateArticle } from "./editing.ts";
import { moveArticle, moveArticles, movingTask } from "./publication.ts";
import { articlesNamed, getArticle, listArticles } from "./queries.ts";
import { getArticleRecord, listArticleRows, listRevisions } from "./records.ts";
import type { ReadingCounter } from "./view-counter.ts";

const momentOf = ({ clock }: { clock: () => Date }) => {
  const now = clock();
  return { now, today: franceDay(now) };
};

export function articleRoutes(viewCounter: ReadingCounter): ServedEndpoint[] {
  return [
    on(articlesApi.list, ({ db, query, locale, clock }) => listArticles(db, query, locale, momentOf({ clock }))),
    on(articlesApi.tags, async ({ db, locale, clock }) => ({ items: await listTags(db, locale, momentOf({ clock })) })),
    on(articlesApi.choices, async ({ db, locale, clock }) => {
      const moment = momentOf({ clock });
      return {
        tags: await listTags(db, locale, moment),
        sectors: await listSectors(db, locale, moment),
        years: await listYears(db, moment),
      };
    }),
    on(articlesApi.countPageViews, async ({ db, body, limits, network }) => {
      await limits.take("pageViewsByNetwork", network);
      for (const { id, count } of await articlesNamed(db, body.pageViews)) viewCounter.add(id, count);
      return done;
    }),
    on(articlesApi.get, async ({ db, params, locale, clock }) => {
      const article = await getArticle(db, params.id, locale, momentOf({ clock }));
      viewCounter.add(article.id);
      return article;
    }),
    on(articlesApi.card, ({ db, params, locale, clock }) => getArticle(db, params.id, locale, momentOf({ clock }))),

    on(articleRecordsApi.list, ({ db, actor, query, clock }) => listArticleRows(db, actor, query, momentOf({ clock }).today)),
    withTask(
      on(articleRecordsApi.bulk, (call) => moveArticles(call, call.actor, call.body)),
      movingTask,
    ),
    on(articleRecordsApi.create, ({ db, actor, body, clock }) => createArticle(db, actor, body, clock())),
    on(articleRecordsApi.get, ({ db, actor, params }) => getArticleRecord(db, actor, params.id)),
    on(articleRecordsApi.update, ({ db, actor, params, body, clock }) => updateArticle(db, actor, params.id, body, clock())),
    on(articleRecordsApi.submit, async (call) => {
      await call.limits.take("reviewByPerson", call.actor.id);
      return moveArticle(call, call.actor, call.params.id, "submit");
    }),
    on(articleRecordsApi.sendBack, (call) => moveArticle(call, call.actor, call.params.id, "sendBack", call.body)),
    on(articleRecordsApi.publish, (call) => moveArticle(call, call.actor, call.params.id, "publish", call.body)),
    on(articleRecordsApi.unpublish, (call) => moveArticle(call, call.actor, call.params.id, "unpublish")),
    on(articleRecordsApi.archive, (call) => moveArticle(call, call.actor, call.params.id, "archive")),
    on(articleRecordsApi.reopen, (call) => moveArticle(call, call.actor, call.params.id, "reopen")),
    on(articleRecordsApi.remove, (call) => moveArticle(call, call.actor, call.params.id, "remove")),
    on(articleRecordsApi.undelete, (call) => moveArticle(call, call.actor, call.params.id, "undelete")),
    on(articleRecordsApi.revisions, async ({ db, actor, params }) => ({ items: await listRevisions(db, actor, params.id) })),
    on(articleRecordsApi.restore, ({ db, actor, params, clock }) => restoreRevision(db, actor, params.id, params.number, clock())),
  ];
}
