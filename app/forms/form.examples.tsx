import type { Examples } from "~/ui/examples";
import { Form, Submit } from "./form";

export const examples: Examples = {
  piece: "Form",
  states: {
    "one button": () => (
      <Form method="get">
        <Submit>Enregistrer</Submit>
      </Form>
    ),
  },
};
