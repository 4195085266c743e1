import type { Examples } from "~/ui/examples";
import { ErrorSummary } from "./error-summary";

const title = "Donnez un titre à l'article.";

export const examples: Examples = {
  piece: "Error summary",
  states: {
    "one answer": () => <ErrorSummary form={{ errors: undefined, allErrors: { "gallery-text": [title] }, errorId: "gallery-one" }} />,
    "the whole form and two answers": () => (
      <ErrorSummary
        form={{
          errors: ["Quelqu'un d'autre a enregistré entre-temps."],
          allErrors: { "gallery-text": [title], "gallery-area": ["Écrivez au moins une phrase."] },
          errorId: "gallery-several",
        }}
      />
    ),
  },
};
