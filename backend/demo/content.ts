import type { DemoNeeds, DemoSubject } from "#backend/content/demo-rows";
import { demo as countries } from "#backend/modules/countries/demo";
import { demo as events } from "#backend/modules/events/demo";
import { demo as faq } from "#backend/modules/faq/demo";
import { demo as furtherSupport } from "#backend/modules/further-support/demo";
import { demo as jobs } from "#backend/modules/jobs/demo";
import { demo as partners } from "#backend/modules/partners/demo";
import { demo as portraits } from "#backend/modules/portraits/demo";
import { demo as press } from "#backend/modules/press/demo";
import { demo as projects } from "#backend/modules/projects/demo";
import { demo as search } from "#backend/modules/search/demo";
import { demo as shortcuts } from "#backend/modules/shortcuts/demo";
import { demo as testimonials } from "#backend/modules/testimonials/demo";
import type { FileStore } from "#backend/ports/files";
import { addLogo } from "./logos.ts";

/** Events name projects, which come before them. */
const subjects: DemoSubject[] = [
  press,
  partners,
  testimonials,
  jobs,
  faq,
  search,
  furtherSupport,
  projects,
  events,
  portraits,
  shortcuts,
  countries,
];

type Needs = Pick<DemoNeeds, "tx" | "sectors" | "people" | "now"> & { files: FileStore };

/** The rows of the modules that have a `demo.ts`. */
export async function addContent({ tx, files, ...needs }: Needs) {
  const projects = new Map<unknown, string>();
  for (const add of subjects) await add({ ...needs, tx, projects, addLogo: (name) => addLogo(tx, files, name) });
}
