import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { type ComponentType, createElement, type ReactNode } from "react";
import type { ContentApi, ContentRecord, ContentRow } from "#contract/publishing/content";
import type { ContentName } from "#contract/publishing/content-names";
import type { Tool } from "~/layouts/office/tools";
import type { Column } from "~/lists/column";
import type { DrawingName } from "~/ui/drawings";

/** A field of a subject's form, in the order of the form. Its label is `content:<subject>.field.<name>`. */
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
  /** Values of a choice; their labels are `content:<subject>.choice.<name>.<value>`. */
  values?: readonly string[];
  /** The subject that a reference refers to. */
  of?: ContentName;
  /** For a day: the number of months after which the list marks it as outdated. */
  staleAfterMonths?: number;
  /** Whether it has a hint: `content:<subject>.hint.<name>`. */
  hint?: boolean;
  /** What the header of an imported file may call it as well, in small letters without accents. */
  aliases?: readonly string[];
  /** The width of its answer, where its kind does not say it. */
  width?: "short" | "middle";
};

/** A group of fields in a form; its title is `content:group.<name>`. */
export type FieldGroup = {
  name:
    | "what"
    | "whenAndWhere"
    | "contact"
    | "place"
    | "point"
    | "terms"
    | "dates"
    | "text"
    | "file"
    | "consent"
    | "checked"
    | "poster"
    | "audience"
    | "planning"
    | "team"
    | "picture";
  fields: readonly string[];
  /** In the rail beside the form: a picture, and what belongs to it. */
  inRail?: true;
  /** Closed at first. */
  folded?: true;
};

/** A filter of a list by a column that its form does not have. */
export type OwnFilter = {
  /** The query parameter; its label is `content:<subject>.own.<key>`. */
  name: string;
  key: string;
  choices: (context: AppLoadContext) => Promise<{ value: string; label: string }[]>;
};

/** One subject of content, as its list and its form are made from it. */
export type ContentSubject = {
  /** Its endpoints and the schemas of its form: the browser loads them when someone starts to fill in the form. */
  api: () => Promise<ContentApi>;
  /** Its link among the tools, where the navigation does not name its list. */
  tool?: Pick<Tool, "name" | "icon" | "family">;
  fields: readonly ContentField[];
  /** The fields of its form in groups, each in one; without them the form is one group without a title. */
  groups?: readonly FieldGroup[];
  /** Columns of the list, of which the first names the row. */
  columns: readonly string[];
  /** Those of them that the table hides until someone chooses them; files have them. */
  hiddenColumns?: readonly string[];
  /** Columns of facts that the list has from other tables, after its own. */
  facts?: readonly Column<ContentRow>[];
  /** Filters of the list. */
  filters?: readonly string[];
  /** Filters by what is no field of its form, with their choices, after the other ones. */
  ownFilters?: readonly OwnFilter[];
  /** Its public path: of the page of all records, or of one; null when it is not shown. */
  publicPage?: string | ((record: ContentRecord, context: AppLoadContext) => Promise<string | null> | string | null);
  /** What follows the id in the path of the office page that shows a record whole, for subjects with one. */
  overview?: "" | "/fiche";
  /** Whether each record is unique, such as a country, so that copies make no sense. */
  single?: true;
  /** Whether imported rows change the records that they name, instead of being new ones. */
  matched?: true;
  drawing?: DrawingName;
  /** Additions to its pages: tabs, and panels of its own. */
  panels?: readonly ContentPanel[];
};

/** Where a panel is: over or under the list; over, under or beside the form of each record. */
export type PanelPlace = "overList" | "underList" | "overForm" | "underForm" | "besideForm";

/** A panel of one subject with its loader: for one record, or for all. */
export type ContentPanel = {
  at: PanelPlace;
  load(args: LoaderFunctionArgs, record?: ContentRecord): Promise<unknown>;
  render(data: unknown): ReactNode;
};

type PanelParts<Data> = {
  load(args: LoaderFunctionArgs, record?: ContentRecord): Promise<Data>;
  Panel: ComponentType<{ data: Data }>;
};

/** Defines a panel whose loader and component match; the pages need not know its types. */
export function contentPanel<Data>(at: PanelPlace, { load, Panel }: PanelParts<Data>): ContentPanel {
  return { at, load, render: (data) => createElement(Panel, { data: data as Data }) };
}

/** Tabs to pages that belong to the list, over it. */
export function listTabs(Tabs: ComponentType): ContentPanel {
  return { at: "overList", load: async () => null, render: () => createElement(Tabs) };
}

/** Hides the API's specific types from the pages, which handle all subjects alike. */
export function contentSubject({ api, ...subject }: Omit<ContentSubject, "api"> & { api: () => Promise<unknown> }): ContentSubject {
  return { ...subject, api: api as ContentSubject["api"] };
}
