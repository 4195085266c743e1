import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { type ComponentType, createElement, type ReactNode } from "react";
import type { ContentApi, ContentRecord } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import type { DrawingName } from "~/ui/drawings";

/** A field of a subject's form, in the order of the form. Its words are `content:<subject>.field.<name>`. */
export type ContentField = {
  name: string;
  kind:
    | "line"
    | "text"
    | "markdown"
    | "url"
    | "email"
    | "tel"
    | "date"
    | "moment"
    | "number"
    | "decimal"
    | "flag"
    | "choice"
    | "choices"
    | "reference"
    | "references"
    | "picture"
    | "file";
  /** Whether it is written in French and English. */
  localized?: boolean;
  /** Values of a choice; their words are `content:<subject>.choice.<name>.<value>`. */
  values?: readonly string[];
  /** The subject that references choose from. */
  of?: ContentName;
  /** For a day: how many months later it is marked as out of date in the list. */
  staleAfterMonths?: number;
  /** Whether a hint stands under its label: `content:<subject>.hint.<name>`. */
  hint?: boolean;
};

/** One subject of content, as its list and its form are made from it. */
export type ContentSubject = {
  /** Its calls and the schemas of its form: the browser loads them when someone begins to fill the form in. */
  api: () => Promise<ContentApi>;
  fields: readonly ContentField[];
  /** Columns of the list, of which the first names the row. */
  columns: readonly string[];
  /** Fields the list can be narrowed to. */
  filters?: readonly string[];
  /** Where the public reads it: a page of all records, or the place of one; null when it is shown nowhere now. */
  publicPage?: string | ((record: ContentRecord, context: AppLoadContext) => Promise<string | null> | string | null);
  /** A page of its own that each record has, under its address. */
  sheet?: "" | "/fiche";
  /** Each record is one thing of the world, a country say, of which nobody writes a second. */
  oneOfAKind?: true;
  drawing?: DrawingName;
  /** What it adds to its pages: tabs to pages that belong to its list, panels of its own. */
  panels?: readonly ContentPanel[];
};

/** Where a panel is: over or under the list, over or under the form of each record. */
export type PanelPlace = "overList" | "underList" | "overForm" | "underForm";

/** A panel of one subject's own, with what it shows: of a record, or of all. */
export type ContentPanel = {
  at: PanelPlace;
  load(args: LoaderFunctionArgs, record?: ContentRecord): Promise<unknown>;
  render(data: unknown): ReactNode;
};

type PanelParts<Data> = {
  load(args: LoaderFunctionArgs, record?: ContentRecord): Promise<Data>;
  Panel: ComponentType<{ data: Data }>;
};

/** A panel whose parts fit each other; the pages need not know of what they are made. */
export function contentPanel<Data>(at: PanelPlace, { load, Panel }: PanelParts<Data>): ContentPanel {
  return { at, load, render: (data) => createElement(Panel, { data: data as Data }) };
}

/** Tabs to pages that belong to the list, over it. */
export function listTabs(Tabs: ComponentType): ContentPanel {
  return { at: "overList", load: async () => null, render: () => createElement(Tabs) };
}

/** Keeps the API's own types out of the pages, which read any subject alike. */
export function contentSubject({ api, ...subject }: Omit<ContentSubject, "api"> & { api: () => Promise<unknown> }): ContentSubject {
  return { ...subject, api: api as ContentSubject["api"] };
}
