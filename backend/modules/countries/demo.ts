import { addContent, type DemoSubject, readDemo } from "#backend/content/demo-rows";
import { countries } from "./tables.ts";

export const demo: DemoSubject = (needs) => addContent(needs, countries, readDemo("countries"));
