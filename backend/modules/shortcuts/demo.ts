import { addContent, type DemoSubject, readDemo } from "#backend/content/demo-rows";
import { shortcuts } from "./tables.ts";

export const demo: DemoSubject = (needs) => addContent(needs, shortcuts, readDemo("shortcuts"));
