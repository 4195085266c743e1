import type { Examples } from "~/ui/examples";
import { MarkdownField } from "./markdown-field";

const field = {
  name: "gallery-markdown",
  key: undefined,
  errors: undefined,
  required: true,
  initialValue: "## Ce soir\n\nDouze portes, **deux vélos**.",
};

export const examples: Examples = {
  piece: "Markdown field",
  states: { "with its tools": () => <MarkdownField field={field} label="Texte" rows={6} /> },
};
