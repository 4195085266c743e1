import * as z from "zod";
import { eventManagers } from "../accounts/permissions.ts";
import { Done, endpoint } from "../api/endpoint.ts";
import { daysBetween } from "../api/list-filters.ts";
import { calendarDay } from "../formats/calendar-day.ts";
import { Localized, localizedField, localizedText } from "../formats/localized.ts";
import { markdownText } from "../formats/markdown-pictures.ts";
import { validEmail, wholeNumber } from "../formats/validation.ts";
import { ContentStatus, contentApi, references } from "../publishing/content.ts";

export const projectStages = ["idea", "running", "done", "stopped"] as const;
const stage = z.enum(projectStages, "content:error.stage");
export type ProjectStage = z.infer<typeof stage>;

/** What a figure of a project counts. */
export const figureUnits = ["hours", "people", "kits", "kilograms", "other"] as const;
const unit = z.enum(figureUnits, "content:projectFollow.error.unit");

/** The most figures that a project has, and the next dates that its record shows. */
export const maxFigures = 30;
export const datesOfProject = 5;

/** The most projects in a column of the board; the list has the others. */
export const cardsInColumn = 50;

const admins = { roles: ["ADMIN"] } as const;
const byId = z.object({ id: z.uuid() });

/** Whether a project has not begun, or not ended, on the planned day. */
const late = z.enum(["start", "end"]).nullable();

const ProjectCard = z.object({
  id: z.uuid(),
  version: z.int(),
  name: Localized,
  sectors: z.array(z.string()),
  startsOn: z.string().nullable(),
  endsOn: z.string().nullable(),
  late,
  budgetEuros: z.int().nullable(),
  receivedCents: z.int(),
});
export type ProjectCard = z.infer<typeof ProjectCard>;

const BoardColumn = z.object({ stage, total: z.int(), cards: z.array(ProjectCard) });
export type BoardColumn = z.infer<typeof BoardColumn>;

/** A figure with its unit. */
export const FigureDraft = z.object({
  label: localizedText("content:projectFollow.error.label", 80),
  amount: z.int32("content:projectFollow.error.amount").min(0, "content:projectFollow.error.amount"),
  unit,
  countedOn: calendarDay("content:projectFollow.error.day"),
});

/** The manager of a project, by the e-mail address of their account. */
export const OwnerDraft = z.object({ email: validEmail("content:error.managerMissing", "common:validation.email") });

const Gifts = z.object({ cents: z.int(), gifts: z.int() });

export const projectsApi = {
  admin: contentApi("/api/admin/projects", {
    choosers: eventManagers,
    draft: z.object({
      name: localizedText("content:error.name", 120),
      body: localizedField(markdownText(10_000).default(""), markdownText(10_000)),
      stage,
      sectorIds: references(),
      startsOn: calendarDay().nullish(),
      endsOn: calendarDay().nullish(),
      budgetEuros: wholeNumber("content:error.budgetEuros", 0, 10_000_000).nullish(),
    }),
    row: ["name", "stage", "sectorIds", "startsOn", "endsOn"],
    filters: { stage: stage.optional().catch(undefined), sectorIds: z.uuid().optional().catch(undefined), ...daysBetween("startsOn") },
    ordered: true,
  }),

  /** Projects that are not archived, by stage. */
  board: endpoint({
    method: "GET",
    path: "/api/admin/project-board",
    access: admins,
    response: z.object({ columns: z.array(BoardColumn) }),
  }),

  /** Moves a project to another stage: refused when someone changed it since `version`, or archived it. */
  setStage: endpoint({
    method: "POST",
    path: "/api/admin/projects/:id/stage",
    access: admins,
    params: byId,
    body: z.object({ stage, version: z.int() }),
    response: Done,
  }),

  /** What belongs to a project beside its form. */
  follow: endpoint({
    method: "GET",
    path: "/api/admin/projects/:id/follow",
    access: admins,
    params: byId,
    response: z.object({
      id: z.uuid(),
      name: Localized,
      owner: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }).nullable(),
      budgetEuros: z.int().nullable(),
      /** Gifts allocated to it by the team; a monthly one counts for one month. */
      received: Gifts,
      promised: Gifts,
      figures: z.array(z.object({ id: z.uuid(), label: Localized, amount: z.int(), unit, countedOn: z.string() })),
      /** Its next events, drafts too. */
      events: z.array(z.object({ id: z.uuid(), title: Localized, startsAt: z.iso.datetime(), status: ContentStatus })),
    }),
  }),

  setOwner: endpoint({
    method: "PUT",
    path: "/api/admin/projects/:id/owner",
    access: admins,
    params: byId,
    body: OwnerDraft,
    response: Done,
  }),
  removeOwner: endpoint({ method: "DELETE", path: "/api/admin/projects/:id/owner", access: admins, params: byId, response: Done }),

  addFigure: endpoint({
    method: "POST",
    path: "/api/admin/projects/:id/figures",
    access: admins,
    params: byId,
    body: FigureDraft,
    response: Done,
  }),
  removeFigure: endpoint({
    method: "DELETE",
    path: "/api/admin/projects/:id/figures/:figureId",
    access: admins,
    params: byId.extend({ figureId: z.uuid() }),
    response: Done,
  }),
};
export type ProjectFollow = z.infer<typeof projectsApi.follow.response>;
