import * as z from "zod";
import { BulkResult } from "../api/bulk.ts";
import { Done, endpoint, listQuery, pageOf } from "../api/endpoint.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { locales } from "../formats/locale.ts";
import { EnglishState, Localized, localizedField } from "../formats/localized.ts";
import { withOwnPictures } from "../formats/markdown-pictures.ts";
import { shortText } from "../formats/validation.ts";
import { ArticleBulk } from "./article-bulk.ts";
import { Cover, drawing } from "./article-covers.ts";
import { TextPicture } from "./article-pictures.ts";
import { PublicationRequest, SendBack } from "./article-publication.ts";

const writers = { roles: ["ADMIN", "VOLUNTEER"] } as const;
const admins = { roles: ["ADMIN"] } as const;

export const articleStatuses = ["draft", "in_review", "scheduled", "published", "archived", "deleted"] as const;
export const ArticleStatus = z.enum(articleStatuses);
export type ArticleStatus = z.infer<typeof ArticleStatus>;

export const ArticleTag = z.object({ slug: z.string(), label: z.string() });
export type ArticleTag = z.infer<typeof ArticleTag>;

/** What a visitor sees of a published article in a list, in one language: `locale` is the text's own. */
export const ArticleCard = z.object({
  id: z.uuid(),
  slug: z.string(),
  locale: z.enum(locales),
  title: z.string(),
  lead: z.string(),
  tags: z.array(ArticleTag),
  team: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  cover: Cover,
});
export type ArticleCard = z.infer<typeof ArticleCard>;

export const ArticlePage = ArticleCard.extend({
  /** Markdown. */
  body: z.string(),
  /** The pictures that the text shows. */
  pictures: z.array(TextPicture),
  author: z.string(),
  readingMinutes: z.int(),
  /** The address in each language that has a text. */
  slugs: Localized,
  related: z.array(ArticleCard),
});
export type ArticlePage = z.infer<typeof ArticlePage>;

export const ArticleListQuery = listQuery(
  ["publishedAt"],
  {
    tag: z.string().max(80).optional().catch(undefined),
    /** The address of a team's page, or its id. */
    team: z.string().max(80).optional().catch(undefined),
    year: z.coerce.number().int().min(2000).max(2100).optional().catch(undefined),
  },
  { perPage: 13 },
);
export type ArticleListQuery = z.infer<typeof ArticleListQuery>;

const slug = shortText(120, "articles:slug.tooLong").regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "articles:slug.form");

const body = withOwnPictures(z.string().trim().max(60_000, { error: "articles:body.tooLong", abort: true }));

const draftFields = z.object({
  title: localizedField(
    z.string("articles:title.required").trim().min(1, "articles:title.required").max(160, "articles:title.tooLong"),
    z.string().trim().max(160, "articles:title.tooLong"),
  ),
  /** Made from the title when left empty. */
  slug: z.object({ fr: slug.optional(), en: slug.optional() }).default({}),
  lead: localizedField(
    z.string().trim().max(300, "articles:lead.tooLong").default(""),
    z.string().trim().max(300, "articles:lead.tooLong"),
  ),
  body: localizedField(body.default(""), body),
  tagIds: z.array(z.uuid()).max(6, "articles:tags.tooMany").default([]),
  teamId: z.uuid().nullish(),
  cover: z
    .object({
      ...drawing,
      imageId: z.uuid().nullish(),
      alt: z.object({ fr: z.string().trim().max(200).optional(), en: z.string().trim().max(200).optional() }).default({}),
    })
    .refine((cover) => !cover.imageId || !!cover.alt.fr, { path: ["alt", "fr"], error: "articles:cover.altRequired" })
    .prefault({}),
  /** The first day on which the article is no longer featured (Europe/Paris). */
  pinnedUntil: calendarDay("articles:pinnedUntil.form").nullish(),
  /** The editor confirms that the English text matches the French one. */
  englishIsCurrent: z.boolean().default(false),
});

/** What an editor may submit: the create and edit forms, and the API, all parse this. */
export const ArticleDraft = draftFields;
export type ArticleDraft = z.infer<typeof ArticleDraft>;

/** `version` is the one the editor started from: another one in the database answers 409. */
export const ArticleEdit = draftFields.extend({ version: z.int() });
export type ArticleEdit = z.infer<typeof ArticleEdit>;

export const ArticleRow = z.object({
  id: z.uuid(),
  title: z.string(),
  status: ArticleStatus,
  english: EnglishState,
  author: z.string(),
  team: z.string().nullable(),
  /** In the future for a scheduled article. */
  publishedAt: z.iso.datetime().nullable(),
  updatedAt: z.iso.datetime(),
  pinned: z.boolean(),
});
export type ArticleRow = z.infer<typeof ArticleRow>;

export const articleSorts = ["updatedAt", "publishedAt", "title"] as const;
export const ArticleRowsQuery = listQuery(articleSorts, {
  status: ArticleStatus.optional().catch(undefined),
  english: EnglishState.optional().catch(undefined),
  team: z.uuid().optional().catch(undefined),
});
export type ArticleRowsQuery = z.infer<typeof ArticleRowsQuery>;

const articleRights = ["edit", "publish", "submit", "withdraw", "sendBack", "remove", "undelete"] as const;

/** An article as its editors see it, in both languages. */
export const ArticleRecord = z.object({
  id: z.uuid(),
  title: Localized,
  slug: Localized,
  lead: Localized,
  body: Localized,
  pictures: z.array(TextPicture),
  tagIds: z.array(z.uuid()),
  teamId: z.uuid().nullable(),
  cover: z.object({ ...drawing, imageId: z.uuid().nullable(), alt: Localized }),
  pinnedUntil: z.iso.date().nullable(),
  status: ArticleStatus,
  english: EnglishState,
  /** In the future for a scheduled article. */
  publishedAt: z.iso.datetime().nullable(),
  author: z.string(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
  pageViews: z.int(),
  revisions: z.int(),
  version: z.int(),
  /** What whoever reviewed a draft wrote when they sent it back. */
  sentBack: z.object({ reason: z.string(), by: z.string(), at: z.iso.datetime() }).nullable(),
  deletedAt: z.iso.datetime().nullable(),
  /** What the current user may do with it now. Authors withdraw their own from review; others send it back. */
  may: z.record(z.enum(articleRights), z.boolean()),
});
export type ArticleRecord = z.infer<typeof ArticleRecord>;

export const ArticleRevision = z.object({
  number: z.int(),
  at: z.iso.datetime(),
  author: z.string(),
  changed: z.array(z.string()),
  restoredFrom: z.int().nullable(),
  title: Localized,
  lead: Localized,
  body: Localized,
});
export type ArticleRevision = z.infer<typeof ArticleRevision>;

export const TagChoice = z.object({ id: z.uuid(), slug: z.string(), label: z.string() });

/** Choices for the filters of the public list: only those with a published article. */
export const ArticleChoices = z.object({
  tags: z.array(TagChoice),
  sectors: z.array(z.object({ id: z.uuid(), slug: z.string(), name: z.string() })),
  /** The newest first. */
  years: z.array(z.int()),
});
export type ArticleChoices = z.infer<typeof ArticleChoices>;

const byId = z.object({ id: z.uuid() });
const bySlug = z.object({ id: z.string().max(200) });

export const articlesApi = {
  list: endpoint({
    method: "GET",
    path: "/api/articles",
    access: "public",
    query: ArticleListQuery,
    response: pageOf(ArticleCard),
    shows: ["article", "team", "tag"],
  }),
  tags: endpoint({
    method: "GET",
    path: "/api/articles/tags",
    access: "public",
    response: z.object({ items: z.array(TagChoice) }),
    shows: ["article", "tag"],
  }),
  choices: endpoint({
    method: "GET",
    path: "/api/articles/choices",
    access: "public",
    response: ArticleChoices,
    shows: ["article", "team", "tag"],
  }),
  /** Page views of articles served from the page cache, by slug. */
  countPageViews: endpoint({
    method: "POST",
    path: "/api/articles/readings",
    access: "public",
    body: z.object({ pageViews: z.array(z.object({ id: z.string().max(200), count: z.int().min(1).max(1_000) })).max(100) }),
    response: Done,
  }),
  /** By slug, old slug or id; a draft or an archived article is a 404. */
  get: endpoint({ method: "GET", path: "/api/articles/:id", access: "public", params: bySlug, response: ArticlePage }),
  /** The same for a preview, which counts no page view. */
  card: endpoint({ method: "GET", path: "/api/articles/:id/card", access: "public", params: bySlug, response: ArticleCard }),
};

export const articleRecordsApi = {
  list: endpoint({
    method: "GET",
    path: "/api/admin/articles",
    access: admins,
    query: ArticleRowsQuery,
    response: pageOf(ArticleRow),
  }),
  bulk: endpoint({ method: "POST", path: "/api/admin/articles/bulk", access: admins, body: ArticleBulk, response: BulkResult }),
  create: endpoint({
    method: "POST",
    path: "/api/admin/articles",
    access: writers,
    body: ArticleDraft,
    response: ArticleRecord,
    status: 201,
  }),
  get: endpoint({ method: "GET", path: "/api/admin/articles/:id", access: writers, params: byId, response: ArticleRecord }),
  update: endpoint({
    method: "PATCH",
    path: "/api/admin/articles/:id",
    access: writers,
    params: byId,
    body: ArticleEdit,
    response: ArticleRecord,
  }),
  submit: endpoint({ method: "POST", path: "/api/admin/articles/:id/review", access: writers, params: byId, response: ArticleRecord }),
  sendBack: endpoint({
    method: "DELETE",
    path: "/api/admin/articles/:id/review",
    access: writers,
    params: byId,
    body: SendBack.partial(),
    response: ArticleRecord,
  }),
  publish: endpoint({
    method: "POST",
    path: "/api/admin/articles/:id/publication",
    access: writers,
    params: byId,
    body: PublicationRequest,
    response: ArticleRecord,
  }),
  unpublish: endpoint({
    method: "DELETE",
    path: "/api/admin/articles/:id/publication",
    access: writers,
    params: byId,
    response: ArticleRecord,
  }),
  archive: endpoint({ method: "POST", path: "/api/admin/articles/:id/archive", access: writers, params: byId, response: ArticleRecord }),
  reopen: endpoint({ method: "DELETE", path: "/api/admin/articles/:id/archive", access: writers, params: byId, response: ArticleRecord }),
  /** To the bin: a draft, by its author too, or an archived article; `undelete` brings it back as what it was. */
  remove: endpoint({ method: "DELETE", path: "/api/admin/articles/:id", access: writers, params: byId, response: ArticleRecord }),
  undelete: endpoint({
    method: "POST",
    path: "/api/admin/articles/:id/undeletion",
    access: writers,
    params: byId,
    response: ArticleRecord,
  }),
  revisions: endpoint({
    method: "GET",
    path: "/api/admin/articles/:id/revisions",
    access: writers,
    params: byId,
    response: z.object({ items: z.array(ArticleRevision) }),
  }),
  restore: endpoint({
    method: "POST",
    path: "/api/admin/articles/:id/revisions/:number/restoration",
    access: writers,
    params: byId.extend({ number: z.coerce.number().pipe(z.int32().min(1)) }),
    response: ArticleRecord,
  }),
};
