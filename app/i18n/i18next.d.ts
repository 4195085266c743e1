import "i18next";
import type articles from "../../locales/fr/articles.json";
import type common from "../../locales/fr/common.json";
import type dashboard from "../../locales/fr/dashboard.json";
import type home from "../../locales/fr/home.json";
import type lists from "../../locales/fr/lists.json";
import type login from "../../locales/fr/login.json";
import type news from "../../locales/fr/news.json";
import type pending from "../../locales/fr/pending.json";
import type story from "../../locales/fr/story.json";
import type titles from "../../locales/fr/titles.json";

/** Keys are checked against the French texts: a missing one fails the type check, and so the build. */
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      articles: typeof articles;
      common: typeof common;
      dashboard: typeof dashboard;
      home: typeof home;
      lists: typeof lists;
      login: typeof login;
      news: typeof news;
      pending: typeof pending;
      story: typeof story;
      titles: typeof titles;
    };
  }
}
